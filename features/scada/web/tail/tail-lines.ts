import { maximumTailLines, type TailLine } from '#features/ingest/contract/tail.ts'

/** What a page shows of the messages that came. */
export interface TailState {
  /** Newest first. */
  readonly lines: readonly TailLine[]
  /** Came while the page was paused, newest first. */
  readonly waiting: readonly TailLine[]
  readonly perSecond: number
  /** Of all that came since the page was opened: how many there was no room for. */
  readonly skipped: number
  readonly isPaused: boolean
  /** What the lines are an answer to. */
  readonly question: string
}

export const emptyTail: TailState = {
  ...{ lines: [], waiting: [], perSecond: 0, skipped: 0, isPaused: false, question: '' },
}

export type TailAction =
  | { readonly type: 'answer'; readonly answer: TailAnswer }
  | { readonly type: 'pause' | 'resume' }
  | { readonly type: 'ask'; readonly question: string }

/** The next state: an answer came, the person pauses or goes on, or asks another question. */
export function nextTail(state: TailState, action: TailAction): TailState {
  switch (action.type) {
    case 'answer':
      return withAnswer(state, action.answer)
    case 'pause':
      return { ...state, isPaused: true }
    case 'resume':
      return resumed(state)
    case 'ask':
      return state.question === action.question
        ? state
        : { ...emptyTail, isPaused: state.isPaused, question: action.question }
  }
}

interface TailAnswer {
  /** Oldest first. */
  readonly lines: readonly TailLine[]
  readonly perSecond: number
  readonly skipped: number
}

/** With an answer of the server; lines that it gave before are left out. */
function withAnswer(state: TailState, answer: TailAnswer): TailState {
  const newest = lastId(state)
  const fresh = answer.lines.filter(({ id }) => id > newest).toReversed()
  const skipped = state.skipped + answer.skipped
  const { perSecond } = answer
  return state.isPaused
    ? { ...state, waiting: firstOf([...fresh, ...state.waiting]), perSecond, skipped }
    : { ...state, lines: firstOf([...fresh, ...state.lines]), perSecond, skipped }
}

/** After a pause: what waited is shown. */
function resumed({ lines, waiting, ...rest }: TailState): TailState {
  return { ...rest, lines: firstOf([...waiting, ...lines]), waiting: [], isPaused: false }
}

/** Of the newest line that the page has. */
export function lastId({ lines, waiting }: TailState): number {
  return waiting[0]?.id ?? lines[0]?.id ?? 0
}

const firstOf = (lines: readonly TailLine[]) => lines.slice(0, maximumTailLines)
