import { z } from 'zod'

export const maximumTitleLength = 80

/** What a person called a widget; empty: the name of its kind is there. */
export const TitleOption = z.string().trim().max(maximumTitleLength).default('')

/** For kinds of which nothing but the title can be chosen. */
export const TitleOptions = z.object({ title: TitleOption })
export type TitleOptions = z.infer<typeof TitleOptions>
