import { createTheme, type MantineColorsTuple } from '@mantine/core'

const teal: MantineColorsTuple = [
  '#e6f4f1',
  '#c9e8e2',
  '#9fd6cc',
  '#6fc1b4',
  '#2dd4bf',
  '#1f8b80',
  '#0f766e',
  '#115e59',
  '#134e4a',
  '#0b3734',
]

/** White is readable on the light theme's shade, and black on the dark theme's. */
const red: MantineColorsTuple = [
  '#fdecea',
  '#fbd5d1',
  '#f7b0a9',
  '#f9a29a',
  '#ff8f85',
  '#d92d20',
  '#b42318',
  '#912018',
  '#7a271a',
  '#55160c',
]

/** Text, borders and surfaces in the dark theme, from the tokens. */
const dark: MantineColorsTuple = [
  '#eef4f2',
  '#c9d4d0',
  '#b3c0bb',
  '#93a29d',
  '#35443f',
  '#24302c',
  '#18221f',
  '#121a18',
  '#0f1614',
  '#0c1211',
]

export const theme = createTheme({
  colors: { teal, red, dark },
  primaryColor: 'teal',
  primaryShade: { light: 6, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.18,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    // Help is below its field.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    },
  },
})
