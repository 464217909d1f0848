let segmenter: Intl.Segmenter | undefined

/** The begin of a text in at most `maximum` UTF-16 units, cut between what people see as signs. */
export function beginOf(text: string, maximum: number): string {
  if (text.length <= maximum) return text
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  let end = 0
  for (const { index, segment } of segmenter.segment(text)) {
    if (index + segment.length > maximum) break
    end = index + segment.length
  }
  if (end > 0) return text.slice(0, end)
  // A sign may have any number of marks; then only its halves stay together.
  return text.slice(0, maximum).replace(/\p{Surrogate}$/u, '')
}

/** A text in at most `maximum` UTF-16 units, with an ellipsis where something is left out. */
export function shortened(text: string, maximum: number): string {
  return text.length <= maximum ? text : `${beginOf(text, maximum - 1).trimEnd()}…`
}

const separator = ' · '

/**
 * A device and its sensor in at most `maximum` UTF-16 units: the device is shortened first, the
 * sensor only where it would take more than two thirds.
 */
export function pairWithin(device: string, sensor: string, maximum: number): string {
  const room = maximum - separator.length
  const short = shortened(sensor, Math.max(room - device.length, Math.ceil((room * 2) / 3)))
  return `${shortened(device, room - short.length)}${separator}${short}`
}
