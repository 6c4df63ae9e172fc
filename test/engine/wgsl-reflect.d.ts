/** The package's entry for Node is no ES module although its package says so; this file of it is one. */
declare module 'wgsl_reflect/wgsl_reflect.module.js' {
  export * from 'wgsl_reflect';
}
