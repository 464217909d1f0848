import type { Locale } from '#kit/model/locale.ts'

/** A part of a document; those of a group stay together on a page where they fit. */
export type PrintedBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | {
      readonly kind: 'table'
      readonly name: string
      readonly head: readonly string[]
      readonly rows: readonly (readonly string[])[]
      /** Columns of words; the others hold figures and stand to the right. */
      readonly words: number
    }
  | { readonly kind: 'text'; readonly text: string }

/** What is to be read on paper. */
export interface PrintedDocument {
  readonly title: string
  readonly details: readonly { readonly name: string; readonly value: string }[]
  readonly groups: readonly (readonly PrintedBlock[])[]
}

export interface Printed {
  readonly language: Locale
  /** Stands below each page. */
  readonly site: string
  readonly author: string
}

/**
 * Draws a document as a tagged PDF of A4 pages, in a process of its own, one at a time; its bytes.
 * Rejects with `overloaded` when too many wait, and with the reason of the signal at once when that
 * is aborted: whoever waits next has its place.
 */
export type WriteDocument = (
  document: PrintedDocument,
  printed: Printed,
  signal: AbortSignal,
) => Promise<Buffer>
