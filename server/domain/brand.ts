/** The operator's identity, which the pages for users show. */
export interface Brand {
  /** Name of the service. */
  name: string;
  /** Logo of the service; null for the default logo. */
  logo: { bytes: Uint8Array; mediaType: string } | null;
  /** Colours of links and main buttons, as `#rrggbb`. */
  accent: Readonly<Record<ColourScheme, string>>;
  /** Legal name of the operator. */
  operator: string;
  /** Postal address of the operator. */
  address: string;
  privacyUrl: string | null;
  helpUrl: string | null;
  /** The mobile application, whose sign-in keeps documents. */
  app: { name: string; appStoreUrl: string | null; googlePlayUrl: string | null };
}

export type ColourScheme = 'light' | 'dark';

/** Background colours of the pages on which the accent colour is used, as in `style.css`. */
export const BACKGROUNDS: Readonly<Record<ColourScheme, readonly string[]>> = {
  light: ['#f3f5f7', '#ffffff'],
  dark: ['#0f141a', '#182028'],
};

/** Minimum contrast between text and background (WCAG 2.2, success criterion 1.4.3). */
export const MIN_CONTRAST = 4.5;

export const DEFAULT_ACCENT: Brand['accent'] = { light: '#1d5f8a', dark: '#8cc6ee' };

/** Returns the contrast ratio of two colours in the form `#rrggbb` (WCAG 2.2, "contrast ratio"). */
export function contrastRatio(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the relative luminance of a colour (WCAG 2.2, "relative luminance"). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
