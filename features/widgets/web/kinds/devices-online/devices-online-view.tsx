import './devices-online.css'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { listDevices, listKioskDevices, type Device } from '#features/devices/contract/routes.ts'
import { callAsViewer } from '#kit/web/calls/call-as-viewer.ts'
import { kioskToken } from '#kit/web/calls/kiosk-token.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { deviceListOf } from '#kit/web/catalogue/lists.ts'
import { noFigure } from '#kit/web/formats/number.ts'
import { useConnection, useHub } from '#kit/web/live/index.ts'
import type { UnboundWidgetProps } from '#kit/web/widget-registry.ts'
import { isPresentHub } from '../../several/page-hub.ts'
import { TitledFrame } from '../../several/titled-frame.tsx'
import type { TitleOptions } from '../../several/title-option.ts'
import { useWords } from '../../values/words.ts'
import type { DeviceState } from './device-states.ts'
import { refreshMs, useDeviceStates } from './use-device-states.ts'
import { NotOnline } from './not-online.tsx'

/** As many devices as pips can show before they stop helping. */
const maximumPips = 88
const calls = { route: listDevices, kiosk: listKioskDevices }

/** How many of the person's devices are online, and which are not. */
export default function DevicesOnlineView(props: UnboundWidgetProps<TitleOptions>) {
  const { size, options } = props
  const words = useWords()
  const translate = useTranslations('widgets.kinds.devices-online')
  const isOfPerson = kioskToken() === null
  const { data, isError } = useQuery({
    ...queryOf(listDevices, { body: {} }),
    queryFn: () => callAsViewer(calls, { body: {} }),
    select: deviceListOf,
    refetchInterval: ({ state: { data } }) =>
      // Nothing says to a link that a device came to its board or went.
      !isOfPerson || (data && data.meta.total > data.data.length) ? refreshMs : false,
    meta: { quiet: true },
  })
  const isPresent = isPresentHub(useHub())
  const { isLost } = useConnection()
  const { states, now } = useDeviceStates(data?.devices ?? noDevices)
  // Of a list that is longer than a page the server has counted; of the past nobody has.
  const isWhole = data !== undefined && data.devices.length >= data.total
  const counted = isWhole || !isPresent || data === undefined ? countsOf(states) : data
  // Until the past is here nothing is known of any device.
  const isPastKnown = isPresent || states.some(({ state }) => state !== 'unknown')
  const isKnown = data !== undefined && !isLost && isPastKnown
  return (
    <TitledFrame kind="devices-online" size={size} title={options.title || translate('title')}>
      <p className="devices-online-figure">
        <b>{isKnown ? words.format.number(counted.online) : noFigure}</b>
        {isKnown ? <span> / {words.format.number(counted.open)}</span> : null}
      </p>
      {isOfPerson ? null : <p className="devices-online-none">{translate('ofLink')}</p>}
      {isError && data === undefined ? (
        <p className="devices-online-none">{translate('failed')}</p>
      ) : null}
      {isKnown && size !== 'small' && isWhole ? <Pips states={states} /> : null}
      {isKnown ? <NotOnline {...{ states, now, isWhole, words }} /> : null}
    </TitledFrame>
  )
}

const noDevices: readonly Device[] = []

const countsOf = (states: readonly DeviceState[]) => ({
  open: states.length,
  online: states.filter(({ state }) => state === 'online').length,
})

function Pips({ states }: { readonly states: readonly DeviceState[] }) {
  if (states.length === 0 || states.length > maximumPips) return null
  return (
    <p className="devices-online-pips" aria-hidden="true">
      {states.map(({ lesiId, state }) => (
        <i key={lesiId} data-state={state} />
      ))}
    </p>
  )
}
