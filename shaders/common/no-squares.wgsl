// For products that need no sums of squares (multiply-register.wgsl): a fifth fewer multiplications.
const SQUARES = false;
