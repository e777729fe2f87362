/** Of a Content-Type what stands before the parameters, in small letters (RFC 9110, section 8.3.1); empty without one. */
export function mediaTypeOf(contentType: string | null): string {
  const [, type = ''] = /^[ \t]*([^;]*?)[ \t]*(;|$)/.exec(contentType ?? '') ?? [];
  return type.toLowerCase();
}
