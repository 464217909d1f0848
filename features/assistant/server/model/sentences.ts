/** A sentence of a model, as plain text, with the evidence that it names. */
export interface WrittenSentence {
  readonly text: string
  /** Ids of evidence. */
  readonly cited: readonly string[]
  /** It says what cannot be known. */
  readonly isUnknown: boolean
}

const marker = String.raw`\[\s*(?:E\d+(?:\s*[,;]\s*E\d+)*|\?)\s*\]`
const leading = new RegExp(String.raw`^(?:\s*${marker})+`, 'u')
const anyMarker = new RegExp(marker, 'gu')

/**
 * Cuts a text into sentences as it comes. A sentence is complete when the next one has begun:
 * the evidence may be behind its full stop.
 */
export class SentenceSplitter {
  readonly #segmenter: Intl.Segmenter
  #rest = ''

  constructor(locale: string) {
    this.#segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' })
  }

  /** The sentences that are complete now. */
  add(text: string): WrittenSentence[] {
    // An opening bracket without a space before it would belong to the sentence after it.
    this.#rest = (this.#rest + text).replaceAll(/([.!?。！？…])\[/gu, '$1 [')
    const pieces = this.#pieces()
    const last = pieces.at(-1) ?? ''
    const complete = pieces.slice(0, -1)
    // A marker that has only begun may still belong to the sentence before it.
    const isOpen = /^\s*(?:\[[^\]]*)?$/u.test(last)
    const remaining = isOpen ? [complete.pop() ?? '', last] : [last]
    this.#rest = remaining.join('')
    return complete.flatMap(written)
  }

  /** What is left at the end. */
  end(): WrittenSentence[] {
    const pieces = this.#pieces()
    this.#rest = ''
    return pieces.flatMap(written)
  }

  /** Markers at the beginning of a piece belong to the one before. */
  #pieces(): string[] {
    const pieces: string[] = []
    for (const { segment } of this.#segmenter.segment(this.#rest)) {
      const moved = pieces.length === 0 ? '' : (leading.exec(segment)?.[0] ?? '')
      if (moved !== '') pieces.push((pieces.pop() ?? '') + moved)
      const rest = segment.slice(moved.length)
      if (rest !== '') pieces.push(rest)
    }
    return pieces
  }
}

function written(piece: string): WrittenSentence[] {
  const cited = [...piece.matchAll(/E\d+/gu)].map(([id]) => id)
  const marks = piece.match(anyMarker)?.join('') ?? ''
  const text = plainText(piece.replaceAll(anyMarker, ' '))
  if (!/[\p{L}\p{N}]/u.test(text)) return []
  return [{ text, cited: marks === '' ? [] : cited, isUnknown: marks.includes('?') }]
}

/** Without marks of lists, headings and emphasis, and without what no eye sees. */
function plainText(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}]/gu, ' ')
    .trim()
    .replace(/^(?:[-*•–#>]+|\d{1,2}[.)])\s+/u, '')
    .replaceAll(/\*\*|__|`+/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/\s+([.,;:!?。，；：！？])/gu, '$1')
    .trim()
}

const unclean = [
  /[a-z][a-z\d+.-]*:\/\//iu,
  /\b(?:mailto|javascript|data|tel|vbscript|file|blob):\S/iu,
  /\bwww\./iu,
  /\]\s*\(|!\[/u,
  /<\/?[a-z!?]/iu,
  /&(?:#\d+|#x[\da-f]+|[a-z]{2,8});/iu,
  /[\p{L}\d-]+\.(?:com|net|org|info|io|dev|app|co|me|ai|xyz|ru|su|рф|cn|tw|vn|uk|de)\b/iu,
  /[\p{L}\d-]+\.\p{L}{2,}\//u,
  /\S@\S+\.\p{L}{2,}/u,
  /\[[^\]]*\]\s*[[:]/u,
]

/** Whether a text has no address, link, image or markup in it. */
export const isClean = (text: string): boolean =>
  !unclean.some((form) => form.test(text.normalize('NFKC')))
