/* The acceleration of each body by all others; position and mass in one float4. */

kernel void nbody(global const float4* bodies, global float4* acceleration, uint count, float softening)
{
    uint me = get_global_id(0);
    float3 here = bodies[me].xyz, sum = 0;
    for (uint other = 0; other < count; ++other) {
        float4 body = bodies[other];
        float3 way = body.xyz - here;
        float inverse = rsqrt(dot(way, way) + softening);
        sum += way * (body.w * inverse * inverse * inverse);
    }
    acceleration[me] = (float4)(sum, 0.0f);
}
