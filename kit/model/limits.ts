/** Limits of what devices send and of what is stored of it. */

export const maximumSensorsPerDevice = 10_000
/** Bytes of one document. */
export const maximumMessageBytes = 256 * 1024
/** Values in one document. */
export const maximumValuesPerMessage = 2_000
/** Characters of a sensor's key. */
export const maximumKeyLength = 128
/** Characters of a value that is text. */
export const maximumTextLength = 4_096
