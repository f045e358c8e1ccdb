// The library: what a kernel may call, of scalars. Functions of vectors that do to each element what that of scalars
// does, and what differs by a type alone, are made when they are called: shapes.py.
#pragma clang diagnostic ignored "-Wmacro-redefined" // float.h says again what double.h has said
#include "intrinsics.h"
#include "turns.cl"
#include "double.h"
#include "math.cl"
#include "special.cl"
#include "float.h"
#include "math.cl"
#include "special.cl"
#include "soft.cl"
#include "integer.cl"
#include "vector.cl"
