import { useTranslations } from 'use-intl'
import { useHeartbeat } from '#kit/web/live/index.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import { ConnectionLoss } from '#kit/web/screens/connection-loss.tsx'
import { useSite } from '../../../features/session/web/session/use-site.ts'
import { RefusalsNotice } from './refusals-notice.tsx'
import { useHasLive } from './use-has-live.ts'
import './footer.css'

/**
 * The line at the bottom: whose site, which clock, up to when readings are safe on disk, which
 * version.
 */
export function Footer() {
  const translate = useTranslations()
  const format = useFormat()
  const site = useSite()
  const now = useNow(60_000)
  const hasLive = useHasLive()
  return (
    <footer className="footer">
      <span className="footer-fact">
        {translate('common.copyright', { year: String(new Date(now).getFullYear()) })}
      </span>
      {site && (
        <span className="footer-fact wide-only">
          {translate('shell.siteTime', { zone: site.timezone, offset: format.offset(now) })}
        </span>
      )}
      <span className="footer-fact grow" />
      <RefusalsNotice />
      {hasLive && <StoredUpTo />}
      {site && (
        <span className="footer-fact">
          {translate('common.version', { version: site.version })}
        </span>
      )}
      {hasLive && <ConnectionLoss />}
    </footer>
  )
}

const bytesOfTenthMegabyte = 100_000

function StoredUpTo() {
  const translate = useTranslations('shell')
  const format = useFormat()
  const heartbeat = useHeartbeat()
  const now = useNow(60_000)
  if (!heartbeat) return null
  const { storedUpTo, storeOutage } = heartbeat
  if (storeOutage) {
    const size = Math.round(storeOutage.journalBytes / bytesOfTenthMegabyte) / 10
    return (
      <span className="tag warning number" role="status">
        {translate('storeOutage', {
          time: format.dateTime(storeOutage.since),
          size: format.number(size, 1),
        })}
      </span>
    )
  }
  if (storedUpTo === null) return null
  return (
    <span className="footer-fact wide-only number">
      {translate('storedUpTo', { time: format.moment(storedUpTo, now) })}
    </span>
  )
}
