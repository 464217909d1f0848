import { useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { chooseTheme, themeChoices, useTheme } from '#kit/web/theme/theme.ts'
import { AccentPicker } from '../../../../features/toolbox/web/theme/accent-picker.tsx'
import { muteLamps, useLampColours } from '#kit/web/theme/lamps.ts'
import { densities, setDensity, useDensity } from '#kit/web/theme/density.ts'
import { setSwitch, useSettings, type Switch } from './settings-state.ts'
import './settings-drawer.css'

const switches = ['tagsView', 'fixedHeader', 'sidebarLogo'] as const satisfies readonly Switch[]

/**
 * Slides in from the right: colour, theme, size, what the frame shows, and lamps. A click beside it
 * and Escape close it.
 */
export function SettingsDrawer({ onClose }: { readonly onClose: () => void }) {
  const translate = useTranslations('shell.settings')
  const theme = useTranslations('shell.theme')
  const common = useTranslations('common')
  const dialog = useModal()
  const choice = useTheme((state) => state.choice)
  const density = useDensity((state) => state.density)
  const areLampsMuted = useLampColours((state) => state.areMuted)
  return (
    <dialog
      ref={dialog}
      className="settings-drawer"
      aria-label={translate('title')}
      onClose={onClose}
    >
      <div className="settings-body">
        <header>
          <h2>{translate('title')}</h2>
          <button
            type="button"
            className="icon-button"
            aria-label={common('close')}
            onClick={() => dialog.current?.close()}
          >
            <Icon name="close" />
          </button>
        </header>
        <section>
          <h3>{translate('accent')}</h3>
          <AccentPicker />
        </section>
        <section>
          <h3>{translate('mode')}</h3>
          <Choices
            label={translate('mode')}
            all={themeChoices}
            current={choice}
            name={(one) => theme(one)}
            onChoose={chooseTheme}
          />
        </section>
        <section>
          <h3>{translate('size')}</h3>
          <Choices
            label={translate('size')}
            all={densities}
            current={density}
            name={(one) => translate(`sizes.${one}`)}
            onChoose={setDensity}
          />
        </section>
        <section>
          {switches.map((name) => (
            <FrameSwitch key={name} name={name} label={translate(name)} />
          ))}
          <SwitchRow label={translate('mutedLamps')} isOn={areLampsMuted} onChange={muteLamps} />
        </section>
      </div>
      {/* For the pointer alone: keys have Escape and the button. */}
      <button
        type="button"
        className="settings-backdrop"
        tabIndex={-1}
        aria-hidden="true"
        onClick={() => dialog.current?.close()}
      />
    </dialog>
  )
}

/** Opens the dialog as long as it is drawn, and gives the focus back when it goes. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
  }, [])
  return dialog
}

interface ChoicesProps<Value extends string> {
  readonly label: string
  readonly all: readonly Value[]
  readonly current: Value
  readonly name: (value: Value) => string
  readonly onChoose: (value: Value) => void
}

function Choices<Value extends string>({
  label,
  all,
  current,
  name,
  onChoose,
}: ChoicesProps<Value>) {
  return (
    <div className="segmented" role="group" aria-label={label}>
      {all.map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === current}
          onClick={() => onChoose(value)}
        >
          <span className="sentence initial-capital">{name(value)}</span>
        </button>
      ))}
    </div>
  )
}

function FrameSwitch({ name, label }: { readonly name: Switch; readonly label: string }) {
  const isOn = useSettings((state) => state[name])
  return <SwitchRow label={label} isOn={isOn} onChange={(next) => setSwitch(name, next)} />
}

interface SwitchRowProps {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

function SwitchRow({ label, isOn, onChange }: SwitchRowProps) {
  const id = useId()
  return (
    <div className="settings-row">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="toggle"
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  )
}
