// The library: the functions of scalars that a kernel may call. Functions of vectors that apply them to each element,
// and functions that differ only in a type, are made when they are called: shapes.py.
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
#include "subgroup.cl"
