import { useTranslations } from 'use-intl'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { usePrinting } from '#kit/ui/printing.ts'
import { useSite } from '../../../features/session/web/session/use-site.ts'
import { useCurrentTitle } from '../routes/use-title.ts'
import { ConnectionLoss } from '#kit/web/screens/connection-loss.tsx'
import './print-head.css'

/**
 * The line above every page of paper: whose site, which screen, when it was printed, on which
 * clock; and that the connection is lost, if it is.
 */
export function PrintHead() {
  return usePrinting() ? <PrintLine printedAt={serverClock.now()} /> : null
}

function PrintLine({ printedAt }: { readonly printedAt: number }) {
  const translate = useTranslations('shell')
  const { dateTime, offset } = useFormat()
  const title = useCurrentTitle()
  const site = useSite()
  const zone = site && translate('siteTime', { zone: site.timezone, offset: offset(printedAt) })
  return (
    <div className="print-head" aria-hidden="true">
      <div>
        <b>{title}</b>
        <span>{site?.name}</span>
        <small className="number">
          {translate('printed', { time: dateTime(printedAt) })}
          {zone && ` · ${zone}`}
        </small>
      </div>
      <ConnectionLoss />
    </div>
  )
}
