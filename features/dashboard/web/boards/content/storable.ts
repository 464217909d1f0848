import type { Widget } from '#features/pages/contract/page.ts'
import type { WidgetOptions } from '#kit/web/widget-registry.ts'

/** What of options can be stored: texts, numbers, yes or no, nothing. */
export function storable(options: WidgetOptions): Widget['options'] {
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) =>
      value === null || ['string', 'number', 'boolean'].includes(typeof value)
        ? [[name, value as string | number | boolean | null]]
        : [],
    ),
  )
}
