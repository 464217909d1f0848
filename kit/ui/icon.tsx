import './icon.css'

/** Line drawings on a 16 px grid, stroked 1.5 px in the colour of the text around them. */
const paths = {
  fold: 'M2 3.5h12M7 8h7M2 12.5h12M4.5 6 2.5 8l2 2',
  pages: 'M2.5 2.5h4v5h-4zM9.5 2.5h4v3h-4zM9.5 8.5h4v5h-4zM2.5 10.5h4v3h-4z',
  dashboard: 'M2 12a6 6 0 1 1 12 0M8 12l3-4',
  chart: 'M2 2v12h12M4.5 10.5l3-3.5 2.5 2L14 4.5',
  device:
    'M4.5 4.5h7v7h-7zM6.5 2v2.5M9.5 2v2.5M6.5 11.5V14M9.5 11.5V14M2 6.5h2.5M2 9.5h2.5M11.5 ' +
    '6.5H14M11.5 9.5H14',
  scada: 'M3 2.5h10v4H3zM3 9.5h10v4H3zM5.5 4.5h.01M5.5 11.5h.01M8 6.5v3',
  bell:
    'M3.5 11.5h9c-1-1-1.2-2-1.2-4.2C11.3 5 10 3.3 8 3.3S4.7 5 4.7 7.3c0 2.2-.2 3.2-1.2 ' +
    '4.2zM6.8 13.7h2.4M8 2v1.3',
  shield: 'M8 1.8 13 3.6v4c0 3.2-2 5.4-5 6.6-3-1.2-5-3.4-5-6.6v-4zM6 8l1.5 1.5L10.2 6.5',
  document: 'M3.5 2h6l3 3v9h-9zM9.5 2v3h3M6 8.5h4M6 11h4',
  guide:
    'M8 4C6.5 3 4.5 2.7 2.5 3v9.5c2-.3 4 0 5.5 1 1.5-1 3.5-1.3 5.5-1V3c-2-.3-4 0-5.5 1zM8 4v9.5',
  theme: 'M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12',
  external: 'M6 3.5H3.5v9h9V10M9 3h4v4M13 3 7.5 8.5',
  back: 'M6.5 4 2.5 8l4 4M2.5 8h11',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.3 10.3 13.5 13.5',
  ask: 'M2.5 3h11v8H7l-3 2.5V11H2.5zM5.5 6h5M5.5 8.2h3',
  'full-screen': 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  globe:
    'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM2 8h12M8 2c2 2 2.5 4 2.5 6s-.5 4-2.5 ' +
    '6c-2-2-2.5-4-2.5-6S6 4 8 2z',
  user:
    'M8 2.5a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM2.8 13.5c.6-2.6 2.6-3.7 5.2-3.7s4.6 1.1 ' +
    '5.2 3.7',
  'sign-out': 'M6 2.5H3v11h3M10.5 5 13.5 8l-3 3M13.5 8H6.5',
  'chevron-down': 'M3.5 6 8 10.5 12.5 6',
  'chevron-left': 'M10 3.5 5.5 8 10 12.5',
  'chevron-right': 'M6 3.5 10.5 8 6 12.5',
  close: 'M4 4l8 8M12 4l-8 8',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.6M13 2.5V5h-2.5',
  'chevron-up': 'M3.5 10.5 8 6l4.5 4.5',
  check: 'M3 8.5 6.5 12 13 4.5',
  clock: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 4.8V8l2.2 1.5',
  unplugged:
    'M2.5 13.5l3-3M5 8l3 3-1 1a2.1 2.1 0 0 1-3-3zM11 8 8 5l1-1a2.1 2.1 0 0 1 3 3zM12.2 ' +
    '3.8l1.3-1.3M2 2l12 12',
  bad: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM5.8 5.8l4.4 4.4M10.2 5.8 5.8 10.2',
  up: 'M8 13V3M4 7l4-4 4 4',
  down: 'M8 3v10M4 9l4 4 4-4',
  remain: 'M3 6h10M3 10h10',
  uncertain: 'M2.5 9.5c1.5-4 4-3 5.5-1.5s4 2.5 5.5-1.5',
  edit: 'M3 13l.6-2.8L10.5 3.3l2.2 2.2-6.9 6.9zM9 4.8 11.2 7',
  wall: 'M2 3h12v8H2zM6 13.5h4M8 11v2.5',
  download: 'M8 2.5v7.5M5 7.2l3 3 3-3M2.5 13.5h11',
  calendar: 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3',
  'zoom-out': 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.3 10.3 13.5 13.5M5 7h4',
  analog: 'M2 8h2l2-4.5 3.5 9L12 8h2',
  lamp: 'M5.5 2.5h5v3h-5zM5.5 5.5h5v3h-5zM5.5 8.5h5v3h-5zM8 11.5v2.5M6 14h4',
  counter: 'M2.5 4h11v8h-11zM6.2 4v8M9.8 4v8',
  timer: 'M8 3.5a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM8 6v2.5M6.5 1.8h3',
  detector:
    'M5.5 4.5h5a3.5 3.5 0 0 1 0 7h-5a3.5 3.5 0 0 1 0-7zM10.5 6.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 ' +
    '0-3z',
  text: 'M3 4.5V3.5h10v1M8 3.5v9M6.3 12.5h3.4',
  gas: 'M8 2c2.5 3 4 4.8 4 7a4 4 0 0 1-8 0c0-2.2 1.5-4 4-7z',
  tank: 'M3 4c0-2.4 10-2.4 10 0v8c0 2.4-10 2.4-10 0zM3 4c0 2.2 10 2.2 10 0M3 9h10',
  mail: 'M2 3.5h12v9H2zM2.5 4 8 8.5 13.5 4',
  lock: 'M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  eye:
    'M1.8 8C3.5 5 5.5 3.8 8 3.8S12.5 5 14.2 8c-1.7 3-3.7 4.2-6.2 4.2S3.5 11 1.8 8zM8 6.2a1.8 ' +
    '1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z',
  undo: 'M5.5 3 2.5 6l3 3M2.5 6h7a4 4 0 0 1 0 8H7',
  picture: 'M2.5 3h11v10h-11zM2.5 11l3.5-3.5 2.5 2.5 2-2 3 3M10.5 5.8h.01',
  tree: 'M3 3h4v3H3zM9 10h4v3H9zM5 6v5.5h4',
  'eye-off':
    'M2.5 2.5l11 11M6.2 4.1A6 6 0 0 1 8 3.8c2.5 0 4.5 1.2 6.2 4.2a10 10 0 0 1-1.9 2.4M9.7 11.9a6 ' +
    '6 0 0 1-1.7.3c-2.5 0-4.5-1.2-6.2-4.2a10 10 0 0 1 2.3-2.7M6.7 6.7a1.8 1.8 0 0 0 2.6 2.6',
  sun:
    'M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 ' +
    '8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9',
  moon: 'M13.3 9.6A5.6 5.6 0 0 1 6.4 2.7a5.6 5.6 0 1 0 6.9 6.9z',
  system: 'M2 3h12v8H2zM5.5 13.5h5M8 11v2.5',
  warning: 'M8 2.5 14 13H2zM8 6.5v3.2M8 11.4v.1',
  info: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 7.5v3.2M8 5.3v.1',
  settings:
    'M2 4.5h6M11.5 4.5H14M2 11.5h2.5M8 11.5h6M9.8 2.8a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 ' +
    '0-3.4zM6.2 9.8a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4z',
  'full-screen-off': 'M6 2.5V6H2.5M10 2.5V6h3.5M13.5 10H10v3.5M2.5 10H6v3.5',
  versions: 'M2.5 6.5h8v7h-8zM4.5 6.5v-2h8v7h-2M6.5 4.5v-2h7v7h-1',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  plus: 'M8 3v10M3 8h10',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  play: 'M5 3.2 12.5 8 5 12.8z',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  stop: 'M4 4h8v8H4z',
  send: 'M2.5 8h11M9 3.5 13.5 8 9 12.5',
  redo: 'M10.5 3l3 3-3 3M13.5 6h-7a4 4 0 0 0 0 8H9',
  clear: 'M9.3 2.8l4 4-6 6H4.8l-2.3-2.3zM6 6.2l4 4M7 12.8h6.5',
  grip: 'M6 3.5h.01M6 8h.01M6 12.5h.01M10 3.5h.01M10 8h.01M10 12.5h.01',
  history: 'M2.5 8a5.5 5.5 0 1 0 1.6-3.9L2.5 5.6M2.5 2.5v3.1h3.1M8 5v3l2 1.5',
  'play-back': 'M11 3 3 8l8 5z',
  'event-before': 'M12 3.5 6.5 8l5.5 4.5zM4 3.5v9',
  'event-after': 'M4 3.5 9.5 8 4 12.5zM12 3.5v9',
  share:
    'M11.5 5.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM4.5 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM11.5 14.5a2 2 0 ' +
    '1 0 0-4 2 2 0 0 0 0 4zM6.3 7.1l3.4-2.6M6.3 8.9l3.4 2.6',
  live:
    'M8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6zM4.3 4.3a5.2 5.2 0 0 0 0 7.4M11.7 4.3a5.2 ' +
    '5.2 0 0 1 0 7.4',
  sound: 'M2.5 6v4H5l3.5 3V3L5 6zM11 5.5a3.5 3.5 0 0 1 0 5M12.8 3.5a6.2 6.2 0 0 1 0 9',
  'sound-off': 'M2.5 6v4H5l3.5 3V3L5 6zM11 6l3.5 4M14.5 6 11 10',
  trash: 'M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.6 9h6.8l.6-9M6.8 7v4M9.2 7v4',
} as const

export type IconName = keyof typeof paths

/** Whether `name` is a drawing that this file holds; manifests name icons as plain text. */
export function isIconName(name: string): name is IconName {
  return Object.hasOwn(paths, name)
}

/**
 * A drawing beside a word that says the same: hidden from screen readers. `size` in pixels, 16
 * by default.
 */
export function Icon({
  name,
  size,
  className,
}: {
  name: IconName
  size?: number
  className?: string
}) {
  return (
    <svg
      className={className ? `icon ${className}` : 'icon'}
      viewBox="0 0 16 16"
      aria-hidden="true"
      {...(size === undefined
        ? {}
        : { width: size, height: size, style: { width: size, height: size } })}
    >
      <path d={paths[name]} />
    </svg>
  )
}

const svg = 'http://www.w3.org/2000/svg'

/** The same drawing as `Icon` makes, for places that are written without React. */
export function createIcon(name: IconName, size: number, className: string): SVGSVGElement {
  const icon = document.createElementNS(svg, 'svg')
  icon.setAttribute('class', `icon ${className}`)
  icon.setAttribute('viewBox', '0 0 16 16')
  icon.setAttribute('aria-hidden', 'true')
  icon.style.width = icon.style.height = `${size}px`
  const path = document.createElementNS(svg, 'path')
  path.setAttribute('d', paths[name])
  icon.append(path)
  return icon
}

/**
 * The mark of the product: a W drawn as a trend that ends, under a dotted limit, in a live point.
 */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg
      className="logo"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      aria-hidden="true"
    >
      <path d="M2 4.5h20" stroke="var(--ink-4)" strokeWidth="1.5" strokeDasharray="2 2.5" />
      <path
        d="M2.5 8 7 19l5-9 5 9 4.5-11"
        stroke="var(--ink-1)"
        strokeWidth="2.25"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <circle cx="21.5" cy="8" r="2.5" fill="var(--accent)" />
    </svg>
  )
}
