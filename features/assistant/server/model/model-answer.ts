import type { Answer, AnswerLine, AnswerSentence, Citation } from '../../contract/answer.ts'
import { phrases } from '../../contract/phrases/format.ts'
import type { Locale } from '#kit/model/locale.ts'
import { fold } from '../understanding/fold.ts'
import type { Evidence } from './grounding/evidence.ts'
import { groundingOf } from './grounding/check-sentence.ts'
import { ModelFailure } from './model-failure.ts'
import { isClean, SentenceSplitter, type WrittenSentence } from './sentences.ts'

/** What cannot be known is shown with one of these, in each of the languages. */
const negationWords = 'не|нет|ни|неизвест\\p{L}*|нельзя|không|chưa|no|not|cannot|unknown'
const negations = new RegExp(
  `n['’]t\\b|(?<!\\p{L})(?:${negationWords})(?!\\p{L})|[不沒没無无未]`,
  'iu',
)
/** Citations that are behind one sentence. */
const maximumCitations = 4
const maximumSentences = 20

interface Answering {
  readonly locale: Locale
  readonly question: string
  /** All that was returned until now. */
  readonly evidence: readonly Evidence[]
  readonly onLine: (line: AnswerLine) => void
}

/**
 * The text of a model as it comes: each sentence is checked against the results of tools before
 * anybody sees it. One with a figure or a claim that nothing proves, or with an address, is the end
 * of the answer, unless the model goes on to call a tool; one that rests on nothing is left out.
 */
export class ModelAnswer {
  readonly #answering: Answering
  readonly #splitter: SentenceSplitter
  readonly sentences: AnswerSentence[] = []
  readonly unknown: string[] = []
  #failure: ModelFailure | null = null

  constructor(answering: Answering) {
    this.#answering = answering
    this.#splitter = new SentenceSplitter(answering.locale)
  }

  add(text: string): void {
    for (const sentence of this.#splitter.add(text)) this.#take(sentence)
  }

  /** After the last piece, where it was the answer; throws `ModelFailure`. */
  end(): void {
    for (const sentence of this.#splitter.end()) this.#take(sentence)
    if (this.#failure) throw this.#failure
    if (this.sentences.length === 0) throw new ModelFailure('empty')
  }

  #take({ text, cited, isUnknown }: WrittenSentence): void {
    if (this.#failure) return
    if (!isClean(text)) this.#failure = new ModelFailure('unclean')
    const { evidence, locale, question, onLine } = this.#answering
    const grounding = groundingOf(text, cited, { evidence, locale, question })
    if (!grounding.isFounded || (!grounding.isProven && !isUnknown))
      this.#failure ??= new ModelFailure('unfounded')
    if (this.#failure || !grounding.isProven) return
    if (this.sentences.length + this.unknown.length >= maximumSentences) return
    if (isUnknown) {
      if (negations.test(text)) this.unknown.push(text)
      return
    }
    const citations = citationsOf(text, grounding.evidence, locale)
    if (citations.length === 0) return
    const sentence = { text, citations }
    this.sentences.push(sentence)
    onLine({ kind: 'sentence', sentence })
  }
}

/** Of what the sentence names; else the first of its evidence. */
function citationsOf(text: string, evidence: readonly Evidence[], locale: Locale): Citation[] {
  const all = evidence.flatMap(({ citations }) => citations)
  const folded = fold(text)
  const isNamed = ({ label }: Citation) =>
    label.split(' · ').every((part) => folded.includes(fold(part)))
  const isPartlyNamed = ({ label }: Citation) =>
    label.split(' · ').some((part) => part.trim().length > 1 && folded.includes(fold(part)))
  const chosen = [all.filter(isNamed), all.filter(isPartlyNamed), all].find(
    (some) => some.length > 0,
  )
  const unique = new Map((chosen ?? []).map((each) => [JSON.stringify(each), each]))
  return [...unique.values()].slice(0, maximumCitations).map((each) => labelled(each, locale))
}

/** Lists are called as in the language of the answer. */
function labelled(citation: Citation, locale: Locale): Citation {
  const { lists } = phrases[locale]
  if (citation.kind === 'devices') return { ...citation, label: lists.devices }
  if (citation.kind !== 'alarms') return citation
  return { ...citation, label: citation.from === null ? lists.activeAlarms : lists.alarms }
}

/** The chart of an answer that is about one sensor and a range. */
export function chartOf(sentences: readonly AnswerSentence[]): Answer['chart'] {
  const cited = sentences.flatMap(({ citations }) => citations)
  const sensors = cited.flatMap((each) => (each.kind === 'sensor' ? [each] : []))
  const [first] = sensors
  const isOne = sensors.every(
    ({ thing, sensor }) => thing === first?.thing && sensor === first.sensor,
  )
  const read = sensors.find(({ from, to }) => from !== null && to !== null)
  if (!isOne || !read || read.from === null || read.to === null) return null
  const { thing, sensor, label, from, to } = read
  return { thing, sensor, label, from, to }
}
