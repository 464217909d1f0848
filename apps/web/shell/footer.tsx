import { useTranslations } from 'use-intl'
import { usePulse } from '#kit/web/live/index.ts'
import { useFormat } from '#kit/web/use-format.ts'
import { useNow } from '#kit/web/use-now.ts'
import { useSite } from '../../../features/session/web/use-site.ts'
import { useHasLive } from './use-has-live.ts'
import './footer.css'

/** The line at the bottom: whose site, which clock, up to when readings are safe on disk, which version. */
export function Footer() {
  const translate = useTranslations()
  const format = useFormat()
  const site = useSite()
  const now = useNow(60_000)
  return (
    <footer className="footer">
      <span>{translate('common.copyright', { year: String(new Date(now).getFullYear()) })}</span>
      {site && (
        <span className="wide-only">{translate('shell.siteTime', { zone: site.timezone, offset: format.offset(now) })}</span>
      )}
      <span className="grow" />
      {useHasLive() && <StoredUpTo />}
      {site && <span>{translate('common.version', { version: site.version })}</span>}
    </footer>
  )
}

function StoredUpTo() {
  const translate = useTranslations('shell')
  const format = useFormat()
  const storedUpTo = usePulse()?.storedUpTo
  if (storedUpTo === undefined || storedUpTo === null) return null
  return <span className="wide-only number">{translate('storedUpTo', { time: format.clock(storedUpTo) })}</span>
}
