import { useTranslations } from 'use-intl'
import { Notice } from '#kit/ui/notice.tsx'

interface NoDevicesProps {
  readonly isFiltered: boolean
  readonly mayAdd: boolean
  readonly onReset: () => void
}

/** Nothing found, or nothing there yet, and what to do then. */
export function NoDevices({ isFiltered, mayAdd, onReset }: NoDevicesProps) {
  const translate = useTranslations('devices.none')
  if (isFiltered) {
    const reset = (
      <button type="button" className="button" onClick={onReset}>
        {translate('showAll')}
      </button>
    )
    return (
      <Notice icon="search" title={translate('foundTitle')} action={reset}>
        <p>{translate('foundText')}</p>
      </Notice>
    )
  }
  return (
    <Notice icon="device" title={translate('title')}>
      <p>{translate(mayAdd ? 'textAdd' : 'text')}</p>
    </Notice>
  )
}
