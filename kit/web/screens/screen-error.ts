/**
 * Dispatched on the window when a screen threw and its place says so; `detail` is what was thrown.
 */
export const screenErrorEvent = 'screen-error'
