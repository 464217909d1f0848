import { isSame } from '../../../contract/choose.ts'
import type { PageContent } from './page-content.ts'
import { joined, type Choices } from './reconcile.ts'

const nothingChosen: Choices = new Map()

/** What is to be stored of an edit. */
export interface Sending {
  /** What the editor said. */
  readonly edit: PageContent
  /** The same, joined with what others saved meanwhile. */
  readonly content: PageContent
}

/** With what was done in the editor since. */
export const withLater = ({ edit, content }: Sending, now: PageContent): PageContent =>
  isSame(edit, now) ? content : joined(edit, content, now, nothingChosen)

/** Two edits from the same version that both changed the same. */
export interface Question {
  readonly base: PageContent
  readonly theirs: PageContent
  readonly mine: PageContent
  /** What the editor said when it was asked. */
  readonly edit: PageContent
}

/**
 * Both edits in one as a person answered, with what was done in the editor since (`now`: what it
 * says); and the question for another answer. The editor says this one then: nobody changed
 * anything by that.
 */
export function answered(
  question: Question,
  choices: Choices,
  now: PageContent,
): { readonly content: PageContent; readonly question: Question } {
  const { base, theirs, mine, edit } = question
  const content = withLater({ edit, content: joined(base, theirs, mine, choices) }, now)
  const withOwn = withLater({ edit, content: mine }, now)
  return { content, question: { base, theirs, mine: withOwn, edit: content } }
}
