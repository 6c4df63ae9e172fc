/** Where the text of a shader comes from: bundled into the site, or read from `shaders/` in Node. */

/** The WGSL text of `shaders/NAME.wgsl`; throws `not-found` for a name there is not. */
export type ShaderSources = (name: string) => string;
