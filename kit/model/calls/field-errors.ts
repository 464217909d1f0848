import type { fieldErrorSentences } from './field-error-sentences.ts'

export type FieldErrorCode = keyof typeof fieldErrorSentences

type Names<Sentence> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never
type Parameters<Code extends FieldErrorCode> = Readonly<
  Record<Names<(typeof fieldErrorSentences)[Code]>, string | number>
>

/** Why a field is refused, for programs. */
export interface FieldError {
  readonly code: FieldErrorCode
  readonly parameters: Readonly<Record<string, string | number>>
}

/** A code with the parameters that belong to it. */
export function fieldError<Code extends FieldErrorCode>(
  code: Code,
  ...[parameters]: Names<(typeof fieldErrorSentences)[Code]> extends never ? [] : [Parameters<Code>]
): FieldError {
  return { code, parameters: parameters ?? {} }
}

/**
 * What a rule of a schema needs so that a value which breaks it is refused with this error. Its
 * sentence is found by the server (`sentenceOf`), so that no browser loads it.
 */
export function rule(error: FieldError) {
  return { message: error.code, params: { fieldError: error } }
}
