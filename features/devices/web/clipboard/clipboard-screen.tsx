import { queryOptions, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { readConnection } from '#features/devices/contract/connection.ts'
import {
  snippetKinds,
  snippets,
  toolNames,
  type SnippetKind,
} from '#features/devices/contract/snippets.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import { optionalText, choiceField, pageField } from '#kit/web/address/address.ts'
import { useListAddress } from '#kit/web/address/use-list-address.ts'
import { AntdProvider } from '#kit/web/antd/antd-provider.tsx'
import { copyText } from '#kit/web/browser/copy-text.ts'
import { useDebounced } from '#kit/web/browser/use-debounced.ts'
import { fetchedOnce, queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { toast } from '#kit/web/toast.ts'
import { devicesQuery } from '../registry/query-devices.ts'
import './clipboard.css'

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

function Snippet({ kind, text }: { readonly kind: SnippetKind; readonly text: string }) {
  const translate = useTranslations('devices.clipboard')
  const copy = () => {
    void copyText(text).then((isCopied) =>
      toast(isCopied ? 'success' : 'error', translate(isCopied ? 'copied' : 'notCopied')),
    )
  }
  return (
    <>
      <p className="device-note">{translate('tokenNote')}</p>
      <p className="device-note">{translate(`notes.${kind}`)}</p>
      <div className="clipboard-code">
        <pre aria-label={translate('title')}>{text}</pre>
        <button type="button" className="button" onClick={copy}>
          <Icon name="copy" />
          {translate('copy')}
        </button>
      </div>
    </>
  )
}

interface DeviceChoiceProps {
  readonly lesiId: string | null
  readonly onChoose: (lesiId: string | null) => void
}

const searchDelayMs = 300

/** One of the person's devices, found on the server by a part of its names. */
function DeviceChoice({ lesiId, onChoose }: DeviceChoiceProps) {
  const translate = useTranslations('devices.clipboard')
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed, searchDelayMs)
  const list = { search, state: null, sort: 'name', order: 'asc', page: 1, limit: 20 } as const
  const devices = useQuery({ ...devicesQuery(list), refetchInterval: false })
  const options = useMemo(
    () =>
      devices.data?.data.map((found) => ({
        value: found.lesiId,
        label: `${found.name} (${found.lesiId})`,
      })) ?? [],
    [devices.data],
  )
  return (
    <Select<string | null>
      className="clipboard-device"
      aria-label={translate('device')}
      placeholder={translate('device')}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={lesiId}
      options={options}
      loading={devices.isFetching}
      onChange={onChoose}
    />
  )
}
