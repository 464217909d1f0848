import { z } from 'zod'
import { TitleOption } from '../../several/title-option.ts'

export const maximumNoteLength = 2_000

export const NoteOptions = z.object({
  title: TitleOption,
  /** Markdown. */
  text: z.string().max(maximumNoteLength).default(''),
})
export type NoteOptions = z.infer<typeof NoteOptions>
