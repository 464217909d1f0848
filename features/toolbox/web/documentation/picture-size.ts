/** Of every picture of the guide, in pixels. */
export const pictureSize = { width: 1120, height: 700 } as const
