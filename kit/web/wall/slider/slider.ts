/** Seconds that a page is shown before the next one comes. */
export const intervals = [10, 15, 30, 60, 120, 300] as const
export type Interval = (typeof intervals)[number]

export const defaultInterval: Interval = 15

/** What a person chose of the slider; stored in their browser. */
export interface SliderChoice {
  readonly isPlaying: boolean
  readonly seconds: Interval
}

/** Reads a stored choice; what is not understood counts as not chosen. */
export function readChoice(stored: string | null): SliderChoice {
  const [state, seconds] = (stored ?? '').split(' ')
  return {
    isPlaying: state === 'playing',
    seconds: intervals.find((each) => String(each) === seconds) ?? defaultInterval,
  }
}

export const writeChoice = ({ isPlaying, seconds }: SliderChoice): string =>
  `${isPlaying ? 'playing' : 'paused'} ${seconds}`

/**
 * The page that is `steps` after the one that is shown, around the ends; the first where that one
 * is gone, undefined where there is none.
 */
export function pageAfter(
  pages: readonly string[],
  shown: string | undefined,
  steps: number,
): string | undefined {
  const at = shown === undefined ? -1 : pages.indexOf(shown)
  if (at === -1) return pages[0]
  const { length } = pages
  return pages[(((at + steps) % length) + length) % length]
}
