// The sum and the greatest of a vector's numbers, two by two.

fn total(a: vec4f) -> f32 { return (a.x + a.y) + (a.z + a.w); }
fn largest(a: vec4f) -> f32 { return max(max(a.x, a.y), max(a.z, a.w)); }
