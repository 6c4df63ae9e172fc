// For products that also need the sum of squares of each row (multiply-register.wgsl).
const SQUARES = true;
