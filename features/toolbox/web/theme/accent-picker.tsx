import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { chooseAccent, defaultAccent, useTheme } from '#kit/web/theme/theme.ts'
import { toast } from '#kit/web/toast.ts'
import './accent-picker.css'

/**
 * Colours to choose from without the picker; the shades that text and buttons take of each pass AA,
 * as tokens.css shows.
 */
const presets = [
  ['blue', defaultAccent],
  ['green', '#11A983'],
  ['red', '#F56C6C'],
  ['amber', '#FFBA00'],
  ['violet', '#7C3AED'],
  ['charcoal', '#222222'],
] as const

/**
 * The theme colour, from which every shade derives: a few colours, or any. The settings and the
 * screen of the theme have it.
 */
export function AccentPicker() {
  const translate = useTranslations('shell.settings')
  const accent = useTheme((state) => state.accent)
  const changed = () => toast('success', translate('changed'))
  const own = useRef<HTMLInputElement>(null)
  useChangeEvent(own, changed)
  const isCurrent = (colour: string) => colour.toLowerCase() === accent.toLowerCase()
  return (
    <div className="accents" role="group" aria-label={translate('accent')}>
      {presets.map(([name, colour]) => (
        <button
          key={colour}
          type="button"
          className="accent"
          style={{ background: colour }}
          aria-label={translate(`colours.${name}`)}
          title={translate(`colours.${name}`)}
          aria-pressed={isCurrent(colour)}
          onClick={() => {
            if (isCurrent(colour)) return
            chooseAccent(colour)
            changed()
          }}
        />
      ))}
      <label className="accent-own" title={translate('own')}>
        <span className="visually-hidden">{translate('own')}</span>
        <input
          ref={own}
          type="color"
          value={accent.toLowerCase()}
          onChange={(event) => chooseAccent(event.target.value)}
        />
      </label>
    </div>
  )
}

/**
 * The browser's `change`, which comes once when the picker closes; React's `onChange` comes with
 * every move in it.
 */
function useChangeEvent(
  input: React.RefObject<HTMLInputElement | null>,
  onChange: () => void,
): void {
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    const element = input.current
    const notify = () => latest.current()
    element?.addEventListener('change', notify)
    return () => element?.removeEventListener('change', notify)
  }, [input])
}
