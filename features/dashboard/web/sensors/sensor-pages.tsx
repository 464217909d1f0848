import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { maximumPageSize } from '#kit/model/sensor-filter.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import './sensor-pages.css'

interface SensorPagesProps {
  readonly page: number
  /** Sensors on all pages. */
  readonly total: number
  readonly onChange: (page: number) => void
}

/**
 * Which part of the sensors is shown, and the way to the others; nothing while one page holds all.
 */
export function SensorPages({ page, total, onChange }: SensorPagesProps) {
  const translate = useTranslations()
  const format = useFormat()
  const last = Math.ceil(total / maximumPageSize)
  useEffect(() => {
    // The address names a page that is not there any more.
    if (total > 0 && page > last) onChange(last)
  })
  if (last <= 1 || page > last) return null
  const range = {
    first: format.number((page - 1) * maximumPageSize + 1),
    last: format.number(Math.min(page * maximumPageSize, total)),
    total: format.number(total),
  }
  return (
    <nav className="sensor-pages" aria-label={translate('dashboard.pages.label')}>
      <button
        type="button"
        className="button"
        disabled={page <= 1}
        aria-label={translate('dashboard.pages.previous')}
        onClick={() => onChange(page - 1)}
      >
        <Icon name="chevron-left" />
      </button>
      <span className="number" role="status">
        {translate('common.pages', range)}
      </span>
      <button
        type="button"
        className="button"
        disabled={page >= last}
        aria-label={translate('dashboard.pages.next')}
        onClick={() => onChange(page + 1)}
      >
        <Icon name="chevron-right" />
      </button>
    </nav>
  )
}
