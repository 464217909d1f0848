import { useTranslations } from 'use-intl'
import type { Words } from '../../values/words.ts'
import { notOnline, type DeviceState, type DevicesLook } from './device-states.ts'

interface NotOnlineProps extends DevicesLook {
  /** Whether all devices are among them. */
  readonly isWhole: boolean
  readonly words: Words
}

export function NotOnline({ states, now, isWhole, words }: NotOnlineProps) {
  const translate = useTranslations('widgets.kinds.devices-online')
  const named = notOnline(states)
  if (named.length === 0)
    return (
      <p className="devices-online-none">
        {states.length === 0 ? translate('none') : isWhole ? translate('all') : null}
      </p>
    )
  const since = ({ state, since }: DeviceState) =>
    state === 'offline' && since !== null
      ? words.offlineSince(words.format.moment(since, now))
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
