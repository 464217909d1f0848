import './clipboard.css'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { readConnection } from '#features/devices/contract/connection.ts'
import { snippetKinds, snippets, toolNames } from '#features/devices/contract/snippets.ts'
import { Notice } from '#kit/ui/notice.tsx'
import { optionalText, choiceField, pageField } from '#kit/web/address/address.ts'
import { useListAddress } from '#kit/web/address/use-list-address.ts'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { fetchedOnce, queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { DeviceChoice } from './device-choice.tsx'
import { Snippet } from './snippet.tsx'

/** `/clipboard` */
export default function ClipboardScreen() {
  return (
    <AntdProvider>
      <Clipboard />
    </AntdProvider>
  )
}

const clipboardAddress = {
  /** LESI ID */
  device: optionalText(64),
  kind: choiceField(snippetKinds, 'mosquitto'),
  page: pageField,
}

const connectionQuery = queryOptions({
  ...queryOf(readConnection, {}),
  ...fetchedOnce,
  select: replyData,
  meta: { quiet: true },
})

/** What connects a device, ready to be copied. */
function Clipboard() {
  const translate = useTranslations('devices.clipboard')
  const [{ device, kind }, change] = useListAddress('/clipboard', clipboardAddress)
  const connection = useQuery(connectionQuery)
  return (
    <section className="panel clipboard" aria-labelledby="clipboard-title">
      <header className="panel-head clipboard-head">
        <h2 id="clipboard-title">{translate('title')}</h2>
        <DeviceChoice lesiId={device} onChoose={(chosen) => change({ device: chosen })} />
      </header>
      <div className="panel-body">
        {connection.isError && (
          <FailureNotice error={connection.error} onRetry={() => void connection.refetch()} />
        )}
        {device === null && (
          <Notice icon="device" title={translate('noneTitle')}>
            <p>{translate('noneText')}</p>
          </Notice>
        )}
        {device !== null && connection.data && (
          <>
            <div className="segmented clipboard-kinds" role="group" aria-label={translate('kind')}>
              {snippetKinds.map((name) => (
                <button
                  key={name}
                  type="button"
                  aria-pressed={name === kind}
                  onClick={() => change({ kind: name })}
                >
                  {toolNames[name]}
                </button>
              ))}
            </div>
            <Snippet
              kind={kind}
              text={snippets[kind]({
                lesiId: device,
                mqttHost: connection.data.mqttHost ?? window.location.hostname,
                mqttPort: connection.data.mqttPort,
                httpOrigin: window.location.origin,
              })}
            />
          </>
        )}
      </div>
    </section>
  )
}
