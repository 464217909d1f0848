import { App, ConfigProvider } from 'antd'
import { useMemo, type ReactNode } from 'react'
import { Icon } from '#kit/ui/icon.tsx'
import { useColours } from './antd-colours.ts'
import { useAntdLocale } from './antd-locale.ts'
import { useAntdStyles } from './antd-styles.ts'
import { antdTheme } from './antd-theme.ts'
import { useDensity } from '../../theme/density.ts'
import { useTheme } from '../../theme/theme.ts'
import { useMedia } from '../../browser/use-media.ts'
import './antd.css'

/**
 * The library's own ring calls itself "loading" in English, to screen readers and in the name of
 * its button.
 */
const button = {
  autoInsertSpace: false,
  loadingIcon: <span className="loading-ring" aria-hidden="true" />,
}

/**
 * The library's own icons are pictures with English names, which a screen reader reads out in every
 * language: ours are silent beside the words that are there.
 */
const clear = { clearIcon: <Icon name="close" size={12} /> }
const close = { closeIcon: <Icon name="close" size={14} /> }
const select = { suffixIcon: <Icon name="chevron-down" size={12} />, ...clear }
const datePicker = { suffixIcon: <Icon name="calendar" size={14} />, ...clear }

/**
 * Wraps a screen that is built with the component library: our look, our language, dialogs through
 * `App.useApp()`.
 */
export function AntdProvider({ children }: { readonly children: ReactNode }) {
  const colours = useColours()
  const isDark = useTheme((state) => state.theme === 'dark')
  const hasMotion = !useMedia('(prefers-reduced-motion: reduce)')
  const theme = useMemo(
    () => antdTheme({ colours, isDark, hasMotion }),
    [colours, isDark, hasMotion],
  )
  const locale = useAntdLocale()
  const density = useDensity((state) => state.density)
  const hasStyles = useAntdStyles()
  if (locale === undefined || !hasStyles) return null
  return (
    <ConfigProvider
      theme={theme}
      locale={locale}
      componentSize={density}
      wave={{ disabled: true }}
      button={button}
      select={select}
      datePicker={datePicker}
      modal={close}
      drawer={close}
    >
      <App className="antd-app">{children}</App>
    </ConfigProvider>
  )
}
