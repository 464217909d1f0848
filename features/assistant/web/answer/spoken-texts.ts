import type { Answer } from '../../contract/answer.ts'

/** What of an answer is read aloud, as it stands; `message` where it has no sentences. */
export function spokenTexts({ sentences, unknown }: Answer, message: string): readonly string[] {
  const texts = [...sentences.map(({ text }) => text), ...unknown]
  return texts.length === 0 ? [message] : texts
}
