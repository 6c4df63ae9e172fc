/** Words that several environments share. Each environment's own words stand in its folder. */

/** In a turn's first place: "I am trying something", no particular wish. */
export const TRYING = 'hm';

/** An observation's answer to a turn that means nothing in the environment. The turn is spent all the same. */
export const NOTHING_HAPPENED = 'nil';

/** An observation's word for an empty place in a fixed-length answer. */
export const NONE = 'none';

/** A task solved; also the house's answer to a delivery. */
export const OK = 'ok';
