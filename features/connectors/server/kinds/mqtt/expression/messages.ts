/** What is to be evaluated. */
export interface Question {
  readonly expression: string
  readonly input: unknown
  /** Variables of the expression. */
  readonly names: Readonly<Record<string, string>>
}

/** The thread has what it needs: from now on only the expressions take time. */
export const ready = 'ready'

/** What an expression gives, or why it gives nothing. */
export type Answer = { readonly result: unknown } | { readonly reason: string }
