import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { errorCountQuery } from './query-errors.ts'
import './error-mark.css'

/**
 * How many different errors pages of the application met in the last 24 hours, and the way to them;
 * nothing where there were none.
 */
export function ErrorMark() {
  const translate = useTranslations('client-errors')
  const format = useFormat()
  const { data } = useQuery(errorCountQuery)
  if (!data || data.count === 0) return null
  const label = translate('mark', { count: data.count })
  return (
    <Link
      to="/administrator/errors"
      className="icon-button error-mark"
      aria-label={label}
      title={label}
    >
      <Icon name="warning" />
      <b className="number">{format.short(data.count, 0)}</b>
    </Link>
  )
}
