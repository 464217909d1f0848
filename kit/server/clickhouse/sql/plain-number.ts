/**
 * Whether the text column `value` is a number beyond doubt, as `plainNumberOf` decides it: such a
 * text is stored as a number too.
 */
export const isPlainNumber = String.raw`(match(trimBoth(value), '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$')
  AND length(replaceRegexpAll(value, '[^0-9]', '')) <= 15)`
