import type { Tone } from '../../../contract/report/document.ts'

/** What marks of a drawing look like on paper; each is distinct in grey too. */
export const colours: Readonly<Record<Tone, string>> = {
  ink: '#171c20',
  soft: '#5a646c',
  paper: '#ffffff',
  grid: '#e3e7e9',
  pen: '#1f63b5',
  limit: '#8a2f00',
  gap: '#eceff1',
  bad: '#67717a',
  changing: '#b9c1c7',
  on: '#5a646c',
  off: '#dfe3e6',
  'lamp-green': '#2ba54a',
  'lamp-red': '#dc2f2c',
  'lamp-yellow': '#f0bd00',
  'lamp-white': '#ffffff',
  'lamp-blue': '#2b7de0',
  'lamp-grey': '#9aa3aa',
}

export const line = '#c3cacf'
export const edge = '#6c757c'
