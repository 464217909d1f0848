import { z } from 'zod'
import { TitleOption } from '../../several/title-option.ts'

export const backgrounds = ['plain', 'squares', 'dots'] as const

export const ImageOptions = z.object({
  title: TitleOption,
  /** Id of a picture; empty: a background of the product. */
  picture: z.union([z.uuid(), z.literal('')]).default(''),
  background: z.enum(backgrounds).default('squares'),
  /** Where the sensors stand (`places.ts`). */
  places: z.string().default(''),
})
export type ImageOptions = z.infer<typeof ImageOptions>
