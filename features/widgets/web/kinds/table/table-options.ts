import { z } from 'zod'
import { TitleOption } from '../../several/title-option.ts'

export const tableOrders = ['device', 'chosen', 'name'] as const
export type TableOrder = (typeof tableOrders)[number]

export const TableOptions = z.object({
  title: TitleOption,
  /** By device, in the order in which the sensors were chosen, or by their names. */
  order: z.enum(tableOrders).default('device'),
})
export type TableOptions = z.infer<typeof TableOptions>
