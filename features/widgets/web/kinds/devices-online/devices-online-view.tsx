import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { listDevices, listKioskDevices, type Device } from '#features/devices/contract/routes.ts'
import { callShown } from '#kit/web/calls/call-shown.ts'
import { kioskToken } from '#kit/web/calls/kiosk-token.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { deviceListOf } from '#kit/web/catalogue/lists.ts'
import { noFigure } from '#kit/web/formats/number.ts'
import { useConnection, useHub, useWatch } from '#kit/web/live/index.ts'
import type { UnboundWidgetProps } from '#kit/web/widget-registry.ts'
import { isPresentHub } from '../../several/page-hub.ts'
import { TitledFrame } from '../../several/titled-frame.tsx'
import type { TitleOptions } from '../../several/title-option.ts'
import { useWords, type Words } from '../../values/words.ts'
import { deviceStates, notOnline, type DeviceState } from './device-states.ts'
import './devices-online.css'

/** How often the figures of a list that is longer than a page are asked for. */
const refreshMs = 30_000
/** As many devices as pips can show before they stop helping. */
const maximumPips = 88
const calls = { route: listDevices, kiosk: listKioskDevices }
const nothing: readonly number[] = []

/** How many of the person's devices are online, and which are not. */
export default function DevicesOnlineView(props: UnboundWidgetProps<TitleOptions>) {
  const { size, options } = props
  const words = useWords()
  const translate = useTranslations('widgets.kinds.devices-online')
  const isOfPerson = kioskToken() === null
  const { data, isError } = useQuery({
    ...queryOf(listDevices, { body: {} }),
    queryFn: () => callShown(calls, { body: {} }),
    select: deviceListOf,
    refetchInterval: ({ state: { data } }) =>
      // Nothing says to a link that a device came to its board or went.
      !isOfPerson || (data && data.meta.total > data.data.length) ? refreshMs : false,
    meta: { quiet: true },
  })
  const isPresent = isPresentHub(useHub())
  const { isLost } = useConnection()
  const states = useDeviceStates(data?.devices ?? noDevices)
  // Of a list that is longer than a page the server has counted; of the past nobody has.
  const isWhole = data !== undefined && data.devices.length >= data.total
  const counted = isWhole || !isPresent || data === undefined ? countsOf(states) : data
  const isKnown = data !== undefined && !isLost
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
      {isKnown ? <NotOnline {...{ states, isWhole, words }} /> : null}
    </TitledFrame>
  )
}

const noDevices: readonly Device[] = []

const countsOf = (states: readonly DeviceState[]) => ({
  open: states.length,
  online: states.filter(({ state }) => state === 'online').length,
})

/** Looked at once a second; renders only when one of them changed. */
function useDeviceStates(devices: readonly Device[]): readonly DeviceState[] {
  const hub = useHub()
  useWatch(nothing)
  const isPresent = isPresentHub(hub)
  const [states, setStates] = useState(() => deviceStates(devices, hub.store, isPresent))
  useEffect(() => {
    const look = () =>
      setStates((last) => {
        const next = deviceStates(devices, hub.store, isPresent)
        return isSame(last, next) ? last : next
      })
    look()
    return hub.everySecond(look)
  }, [hub, devices, isPresent])
  return states
}

function isSame(one: readonly DeviceState[], other: readonly DeviceState[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ lesiId, name, state, since }, index) => {
      const next = other[index]
      return (
        lesiId === next?.lesiId &&
        name === next.name &&
        state === next.state &&
        since === next.since
      )
    })
  )
}

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

interface NotOnlineProps {
  readonly states: readonly DeviceState[]
  /** Whether all devices are among them. */
  readonly isWhole: boolean
  readonly words: Words
}

function NotOnline({ states, isWhole, words }: NotOnlineProps) {
  const translate = useTranslations('widgets.kinds.devices-online')
  const hub = useHub()
  const named = notOnline(states)
  if (named.length === 0)
    return (
      <p className="devices-online-none">
        {states.length === 0 ? translate('none') : isWhole ? translate('all') : null}
      </p>
    )
  const since = ({ state, since }: DeviceState) =>
    state === 'offline' && since !== null
      ? words.offlineSince(words.format.moment(since, hub.asOf()))
      : translate(state === 'never' ? 'never' : 'unknown')
  return (
    // What is too long scrolls, also by the keyboard.
    // oxlint-disable-next-line no-noninteractive-tabindex
    <ul className="devices-online-list" tabIndex={0} aria-label={translate('notOnline')}>
      {named.map((state) => (
        <li key={state.lesiId} data-state={state.state}>
          <span className="clip" title={state.name}>
            {state.name}
          </span>
          <small>{since(state)}</small>
        </li>
      ))}
    </ul>
  )
}
