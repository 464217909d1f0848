import { useTranslations } from 'use-intl'
import { defaultAccent, useTheme } from '#kit/web/theme/theme.ts'
import { AccentPicker } from './accent-picker.tsx'
import { ContrastTable } from './contrast-table.tsx'
import { Samples } from './samples.tsx'
import './theme.css'

/** `/theme/index`: chooses the theme colour, and shows what it does in both themes. */
export default function ThemeScreen() {
  const translate = useTranslations('toolbox.theme')
  const accent = useTheme((state) => state.accent)
  return (
    <div className="theme-screen">
      <section className="panel theme-choice" aria-labelledby="theme-title">
        <h2 id="theme-title">{translate('colour')}</h2>
        <p>{translate('intro')}</p>
        <AccentPicker />
        <p className="theme-now">
          {translate('now', { colour: accent.toUpperCase(), standard: defaultAccent })}
        </p>
      </section>
      {(['light', 'dark'] as const).map((theme) => (
        // With another colour everything is measured again.
        <ThemePreview key={`${theme} ${accent}`} theme={theme} />
      ))}
    </div>
  )
}

function ThemePreview({ theme }: { readonly theme: 'light' | 'dark' }) {
  const translate = useTranslations('toolbox.theme')
  const id = `theme-${theme}`
  return (
    <section className="panel theme-preview" data-theme={theme} aria-labelledby={id}>
      <h2 id={id}>{translate(theme)}</h2>
      <Samples />
      <h3>{translate('contrast')}</h3>
      <ContrastTable label={translate(`contrastIn.${theme}`)} />
    </section>
  )
}
