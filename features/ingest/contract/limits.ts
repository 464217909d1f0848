/** Limits of one device message. */
export const maximumMessageBytes = 256 * 1024
export const maximumValuesPerMessage = 2_000
export const maximumKeyLength = 128
export const maximumTextLength = 4_096
