import { useTranslations } from 'use-intl'
import { z } from 'zod'

const FoundFilters = z.object({ filters: z.array(z.string()) })

/** The topics that the broker granted. */
export function Found({ found }: { readonly found: unknown }) {
  const translate = useTranslations('connectors.kinds.mqtt')
  const read = FoundFilters.safeParse(found)
  if (!read.success || read.data.filters.length === 0) return null
  return (
    <p className="connector-note">
      {translate('granted')}{' '}
      <span className="connector-mono">{read.data.filters.slice(0, 20).join('  ')}</span>
    </p>
  )
}
