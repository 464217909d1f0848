import type { Answer } from '../../contract/answer.ts'

/**
 * The parts of an answer that are read aloud, word for word; `message` where it has no sentences.
 */
export function spokenTexts({ sentences, unknown }: Answer, message: string): readonly string[] {
  const texts = [...sentences.map(({ text }) => text), ...unknown]
  return texts.length === 0 ? [message] : texts
}
