import { theme, type ThemeConfig } from 'antd'
import type { PaletteColours } from './antd-colours.ts'

interface Look {
  readonly colours: PaletteColours
  readonly isDark: boolean
  /**
   * False where the person asked for less motion: the library then waits for no animation to end.
   */
  readonly hasMotion: boolean
}

/**
 * The quiet instrument in the component library's words: our colours, flat panels, mistakes in ink
 * because red stays with the plant.
 */
export function antdTheme({ colours, isDark, hasMotion }: Look): ThemeConfig {
  return {
    algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    hashed: false,
    // The sheet of `virtual:antd-styles` has all styles.
    zeroRuntime: true,
    token: { ...shape(hasMotion), ...neutrals(colours), ...accents(colours), ...signals(colours) },
    components: components(colours),
  }
}

const shape = (hasMotion: boolean): ThemeConfig['token'] => ({
  fontFamily: 'var(--font)',
  fontFamilyCode: 'var(--font-mono)',
  fontSize: 13,
  fontSizeSM: 12,
  fontSizeLG: 14,
  fontSizeXL: 16,
  lineHeight: 1.45,
  fontWeightStrong: 600,
  borderRadius: 4,
  borderRadiusXS: 2,
  borderRadiusSM: 4,
  borderRadiusLG: 6,
  controlHeight: 32,
  controlHeightSM: 28,
  controlHeightLG: 38,
  lineWidthFocus: 2,
  controlOutlineWidth: 0,
  zIndexPopupBase: 1000,
  boxShadow: 'var(--e-pop)',
  boxShadowSecondary: 'var(--e-pop)',
  boxShadowTertiary: 'none',
  motion: hasMotion,
  ...(hasMotion
    ? { motionDurationFast: '0.08s', motionDurationMid: '0.12s', motionDurationSlow: '0.2s' }
    : {}),
})

const neutrals = (colours: PaletteColours): ThemeConfig['token'] => ({
  colorTextBase: colours['ink-1'],
  colorBgBase: colours.surface,
  colorText: colours['ink-1'],
  colorTextSecondary: colours['ink-2'],
  colorTextTertiary: colours['ink-3'],
  colorTextQuaternary: colours['ink-4'],
  colorTextPlaceholder: colours['ink-3'],
  colorTextDescription: colours['ink-3'],
  colorTextLabel: colours['ink-1'],
  colorTextDisabled: colours['ink-3'],
  colorIcon: colours['ink-3'],
  colorIconHover: colours['ink-1'],
  colorBgLayout: colours.canvas,
  colorBgContainer: colours.surface,
  colorBgElevated: colours.surface,
  colorBgContainerDisabled: colours['surface-2'],
  colorBgSpotlight: colours['ink-2'],
  colorBgMask: colours.scrim,
  colorBorder: colours['line-strong'],
  colorBorderSecondary: colours.line,
  colorBorderDisabled: colours.line,
  colorSplit: colours.line,
  colorFill: colours['surface-3'],
  colorFillSecondary: colours['surface-3'],
  colorFillTertiary: colours['surface-2'],
  colorFillQuaternary: colours['surface-2'],
  colorFillAlter: colours['surface-2'],
  colorFillContent: colours['surface-2'],
  controlItemBgHover: colours['surface-2'],
  controlItemBgActive: colours['accent-soft'],
  controlItemBgActiveHover: colours['accent-soft'],
})

const accents = (colours: PaletteColours): ThemeConfig['token'] => ({
  colorPrimary: colours['accent-fill'],
  colorPrimaryHover: colours['accent-fill'],
  colorPrimaryActive: colours['accent-fill'],
  colorPrimaryBorder: colours.focus,
  colorPrimaryBg: colours['accent-soft'],
  colorPrimaryBgHover: colours['accent-soft'],
  colorPrimaryText: colours['accent-text'],
  colorTextLightSolid: colours['accent-on'],
  colorInfo: colours['accent-fill'],
  colorInfoBg: colours['surface-2'],
  colorInfoBorder: colours.line,
  colorLink: colours['accent-text'],
  colorLinkHover: colours['accent-text'],
  colorLinkActive: colours['accent-text'],
})

const signals = (colours: PaletteColours): ThemeConfig['token'] => ({
  colorError: colours['ink-1'],
  colorErrorText: colours['ink-1'],
  colorErrorHover: colours['ink-2'],
  colorErrorBorder: colours['ink-1'],
  colorErrorBorderHover: colours['ink-2'],
  colorErrorBg: colours['surface-2'],
  colorErrorBgHover: colours['surface-3'],
  colorErrorAffix: colours['ink-1'],
  colorErrorOutline: 'transparent',
  colorWarning: colours['tag-warning-ink'],
  colorWarningText: colours['tag-warning-ink'],
  colorWarningBg: colours['tag-warning-bg'],
  colorWarningBorder: colours['tag-warning-line'],
  colorWarningOutline: 'transparent',
  colorSuccess: colours['ink-2'],
  colorSuccessBg: colours['surface-2'],
  colorSuccessBorder: colours.line,
  colorHighlight: colours['ink-1'],
})

function components(colours: PaletteColours): NonNullable<ThemeConfig['components']> {
  const field = {
    hoverBorderColor: colours['ink-2'],
    activeBorderColor: colours.focus,
    activeShadow: `inset 0 0 0 1px ${colours.focus}`,
    errorActiveShadow: `inset 0 0 0 1px ${colours.focus}`,
    paddingInline: 10,
  }
  const choice = {
    hoverBorderColor: colours['ink-2'],
    activeBorderColor: colours.focus,
    activeOutlineColor: 'transparent',
  }
  return {
    Table: {
      headerBg: colours['surface-2'],
      headerColor: colours['ink-3'],
      headerSplitColor: 'transparent',
      headerSortActiveBg: colours['surface-2'],
      headerSortHoverBg: colours['surface-3'],
      headerBorderRadius: 0,
      bodySortBg: 'transparent',
      rowHoverBg: colours['surface-2'],
      borderColor: colours.line,
      cellPaddingBlockSM: 5,
      cellPaddingInlineSM: 12,
      cellFontSizeSM: 13,
    },
    Form: {
      labelFontSize: 13,
      verticalLabelPadding: '0 0 5px',
      itemMarginBottom: 18,
      labelRequiredMarkColor: colours['ink-3'],
    },
    Input: field,
    Select: {
      ...choice,
      optionSelectedBg: colours['accent-soft'],
      optionActiveBg: colours['surface-2'],
      multipleItemBg: colours['surface-2'],
    },
    Button: {
      defaultShadow: 'none',
      primaryShadow: 'none',
      dangerShadow: 'none',
      defaultHoverBg: colours['surface-2'],
      defaultHoverColor: colours['ink-1'],
      defaultHoverBorderColor: colours['line-strong'],
      defaultActiveBg: colours['surface-3'],
      defaultActiveColor: colours['ink-1'],
      defaultActiveBorderColor: colours['line-strong'],
      fontWeight: 500,
      paddingInline: 12,
    },
    Checkbox: { colorBorder: colours['line-strong'] },
    Drawer: { footerPaddingBlock: 10, footerPaddingInline: 16, paddingLG: 16 },
    Modal: { titleFontSize: 16, titleColor: colours['ink-1'] },
    Tooltip: { colorBgSpotlight: colours['ink-1'], colorTextLightSolid: colours.surface },
    Tag: { defaultBg: colours['surface-2'], defaultColor: colours['ink-2'] },
    Pagination: {
      itemActiveBg: colours['accent-soft'],
      itemActiveColor: colours['accent-text'],
      itemActiveColorHover: colours['accent-text'],
      itemSize: 28,
      itemSizeSM: 28,
    },
    Segmented: {
      trackBg: colours['surface-2'],
      itemSelectedBg: colours.surface,
      itemSelectedColor: colours['ink-1'],
    },
    Progress: { defaultColor: colours['ink-2'], remainingColor: colours['surface-3'] },
  }
}
