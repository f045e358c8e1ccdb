/* The sum of all threads' words, added by one thread at a time under a spin lock. What the lock guards stands inside
   the loop that takes it, so that lanes that wait for the lock meet the lane that holds it in every turn. */

kernel void spin_lock(global const uint* value, volatile global uint* lock, volatile global uint* total)
{
    uint mine = value[get_global_id(0)];
    bool done = false;
    while (!done)
        if (atomic_cmpxchg(lock, 0, 1) == 0) {
            *total += mine;
            atomic_xchg(lock, 0);
            done = true;
        }
}
