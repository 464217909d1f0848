import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { RelativeTime } from '#kit/web/formats/relative-time.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { readThing } from '#features/ingest/contract/things.ts'
import type { RouteReply } from '#kit/model/calls/route.ts'

export type OpenThing = RouteReply<typeof readThing>['data']

export function RawMessage({ open: { thing, raw } }: { readonly open: OpenThing }) {
  const translate = useTranslations('scada.things')
  const { number } = useFormat()
  const { message } = thing
  return (
    <div>
      <div className="thing-part">
        <h3>{translate('asItCame')}</h3>
        {message && (
          <span className="thing-note">
            <RelativeTime time={message.time} /> · <code>{message.source}</code> ·{' '}
            {translate('bytes', { count: message.bytes, figure: number(message.bytes) })}
          </span>
        )}
      </div>
      {raw === null ? (
        <p className="thing-note">{translate(message ? 'noText' : 'noMessage')}</p>
      ) : (
        // It scrolls: keys must reach it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className="thing-raw" tabIndex={0} role="region" aria-label={translate('asItCame')}>
          {raw}
        </pre>
      )}
    </div>
  )
}

export function Refused({ open: { thing } }: { readonly open: OpenThing }) {
  const translate = useTranslations('scada.things')
  const { number } = useFormat()
  const { refused } = thing
  if (!refused) return null
  return (
    <div>
      <div className="thing-part">
        <h3>{translate('lastRefusal')}</h3>
        <span className="thing-note">
          <RelativeTime time={refused.time} /> ·{' '}
          {translate('refusedHour', {
            count: refused.lastHour,
            figure: number(refused.lastHour),
          })}
        </span>
      </div>
      <p className="thing-refusal">
        <Icon name="bad" /> <code>{refused.field}</code> <span lang="en">{refused.reason}</span>
      </p>
    </div>
  )
}
