import { useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'

/**
 * A drawing of a plant in the manner of a process diagram: decoration, with figures that never
 * change.
 */
export function Schematic() {
  const translate = useTranslations('session.schematic')
  const { number } = useFormat()
  return (
    <svg className="schematic" viewBox="0 0 880 440" role="img" aria-label={translate('label')}>
      <Pipes />
      <Tank name="T-101" level="62 %" fill="M53 106h78v71c0 16-78 16-78 0z" y={0} />
      <Tank name="T-102" level="48 %" fill="M53 122h78v55c0 16-78 16-78 0z" y={210} />
      <Pump name="P-101" flow={number(41.8, 1)} y={0} />
      <Pump name="P-102" flow={number(42.7, 1)} y={210} />
      <Oven name={translate('oven')} fan={translate('fan')} number={number} />
      <PackagingLine name={translate('packaging')} />
      <Compressor number={number} />
    </svg>
  )
}

function Pipes() {
  return (
    <>
      <path
        className="pipe"
        d="M132 120H206M254 120H330V195H384M132 330H206M254 330H330V225H384M556 210H650M716 344V262"
      />
      <path className="pipe" d="M470 110V72H604M640 368H560" strokeDasharray="3 4" />
    </>
  )
}

function Tank({
  name,
  level,
  fill,
  y,
}: {
  readonly name: string
  readonly level: string
  readonly fill: string
  readonly y: number
}) {
  return (
    <g transform={`translate(0 ${y})`}>
      <path className="vessel" d="M52 60c0-18 80-18 80 0v116c0 18-80 18-80 0z" />
      <path className="level" d={fill} />
      <path className="detail" d="M52 60c0 17 80 17 80 0" />
      <text x="52" y="32">
        {name}
      </text>
      <text className="figure" x="92" y="156" textAnchor="middle">
        {level}
      </text>
    </g>
  )
}

function Pump({
  name,
  flow,
  y,
}: {
  readonly name: string
  readonly flow: string
  readonly y: number
}) {
  return (
    <g transform={`translate(0 ${y})`}>
      <circle className="vessel" cx="230" cy="120" r="24" />
      <path className="detail" d="M219 107l24 13-24 13z" />
      <text x="206" y="84">
        {name}
      </text>
      <text className="figure" x="206" y="170">
        {flow}
        <tspan className="unit" dx="4">
          m³/h
        </tspan>
      </text>
    </g>
  )
}

interface Figures {
  /** Writes a figure in the language of the page. */
  readonly number: (value: number, decimals: number) => string
}

function Oven({ name, fan, number }: Figures & { readonly name: string; readonly fan: string }) {
  return (
    <>
      <path className="vessel" d="M384 140h172v140H384z" />
      <path
        className="detail"
        d="M384 246h172M402 263h136M441 140v20M441 226v20M499 140v20M499 226v20"
      />
      <path className="vessel" d="M446 110h48v30h-48z" />
      <path className="detail" d="M446 125h48" />
      <text x="384" y="306">
        {name}
      </text>
      <text className="figure large" x="470" y="201" textAnchor="middle">
        {number(196.4, 1)}
        <tspan className="unit" dx="5">
          °C
        </tspan>
      </text>
      <text x="506" y="130">
        {fan}
      </text>
      <text className="figure" x="612" y="78">
        {number(17.5, 1)}
        <tspan className="unit" dx="4">
          kW
        </tspan>
      </text>
    </>
  )
}

function PackagingLine({ name }: { readonly name: string }) {
  return (
    <>
      <path className="vessel" d="M650 170h132v76H650z" />
      <path className="detail" d="M650 246v16h132v-16M672 170v-26h88v26M650 184h132M650 232h132" />
      {[672, 716, 760].map((x) => (
        <circle key={x} className="vessel" cx={x} cy="262" r="7" />
      ))}
      <g transform="translate(806 128)">
        <rect className="lamp-dark" width="16" height="16" rx="2" />
        <rect className="lamp-dark" y="18" width="16" height="16" rx="2" />
        <rect className="lamp-green" y="36" width="16" height="20" rx="2" />
        <rect className="lamp-dark" y="58" width="16" height="16" rx="2" />
        <path className="detail" d="M8 76v42M-24 118h40" />
      </g>
      <text x="650" y="130">
        {name}
      </text>
      <text className="figure" x="716" y="214" textAnchor="middle">
        212
        <tspan className="unit" dx="3">
          /min
        </tspan>
      </text>
    </>
  )
}

function Compressor({ number }: Figures) {
  return (
    <>
      <circle className="vessel" cx="716" cy="368" r="26" />
      <path className="detail" d="M698 350 736 358M698 386 736 378" />
      <path className="vessel" d="M640 352h34v32h-34z" />
      <path className="pipe" d="M674 368h16" />
      <text x="756" y="364">
        C-1
      </text>
      <text className="figure" x="756" y="384">
        {number(7.42, 2)}
        <tspan className="unit" dx="4">
          bar
        </tspan>
      </text>
    </>
  )
}
