// Generated from spec/ by `npm run generate`. Do not edit: change spec/ and generate again.
var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function __require() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};

// ../../node_modules/ajv-formats/dist/formats.js
var require_formats = __commonJS({
  "../../node_modules/ajv-formats/dist/formats.js"(exports) {
    "use strict";
    Object.defineProperty(exports, "__esModule", { value: true });
    exports.formatNames = exports.fastFormats = exports.fullFormats = void 0;
    function fmtDef(validate, compare) {
      return { validate, compare };
    }
    exports.fullFormats = {
      // date: http://tools.ietf.org/html/rfc3339#section-5.6
      date: fmtDef(date, compareDate),
      // date-time: http://tools.ietf.org/html/rfc3339#section-5.6
      time: fmtDef(getTime(true), compareTime),
      "date-time": fmtDef(getDateTime(true), compareDateTime),
      "iso-time": fmtDef(getTime(), compareIsoTime),
      "iso-date-time": fmtDef(getDateTime(), compareIsoDateTime),
      // duration: https://tools.ietf.org/html/rfc3339#appendix-A
      duration: /^P(?!$)((\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?|(\d+W)?)$/,
      uri,
      "uri-reference": /^(?:[a-z][a-z0-9+\-.]*:)?(?:\/?\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*@)?(?:\[(?:(?:(?:(?:[0-9a-f]{1,4}:){6}|::(?:[0-9a-f]{1,4}:){5}|(?:[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){4}|(?:(?:[0-9a-f]{1,4}:){0,1}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){3}|(?:(?:[0-9a-f]{1,4}:){0,2}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){2}|(?:(?:[0-9a-f]{1,4}:){0,3}[0-9a-f]{1,4})?::[0-9a-f]{1,4}:|(?:(?:[0-9a-f]{1,4}:){0,4}[0-9a-f]{1,4})?::)(?:[0-9a-f]{1,4}:[0-9a-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?))|(?:(?:[0-9a-f]{1,4}:){0,5}[0-9a-f]{1,4})?::[0-9a-f]{1,4}|(?:(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4})?::)|[Vv][0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+)\]|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?)|(?:[a-z0-9\-._~!$&'"()*+,;=]|%[0-9a-f]{2})*)(?::\d*)?(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*|\/(?:(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*)?|(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*)?(?:\?(?:[a-z0-9\-._~!$&'"()*+,;=:@/?]|%[0-9a-f]{2})*)?(?:#(?:[a-z0-9\-._~!$&'"()*+,;=:@/?]|%[0-9a-f]{2})*)?$/i,
      // uri-template: https://tools.ietf.org/html/rfc6570
      "uri-template": /^(?:(?:[^\x00-\x20"'<>%\\^`{|}]|%[0-9a-f]{2})|\{[+#./;?&=,!@|]?(?:[a-z0-9_]|%[0-9a-f]{2})+(?::[1-9][0-9]{0,3}|\*)?(?:,(?:[a-z0-9_]|%[0-9a-f]{2})+(?::[1-9][0-9]{0,3}|\*)?)*\})*$/i,
      // For the source: https://gist.github.com/dperini/729294
      // For test cases: https://mathiasbynens.be/demo/url-regex
      url: /^(?:https?|ftp):\/\/(?:\S+(?::\S*)?@)?(?:(?!(?:10|127)(?:\.\d{1,3}){3})(?!(?:169\.254|192\.168)(?:\.\d{1,3}){2})(?!172\.(?:1[6-9]|2\d|3[0-1])(?:\.\d{1,3}){2})(?:[1-9]\d?|1\d\d|2[01]\d|22[0-3])(?:\.(?:1?\d{1,2}|2[0-4]\d|25[0-5])){2}(?:\.(?:[1-9]\d?|1\d\d|2[0-4]\d|25[0-4]))|(?:(?:[a-z0-9\u{00a1}-\u{ffff}]+-)*[a-z0-9\u{00a1}-\u{ffff}]+)(?:\.(?:[a-z0-9\u{00a1}-\u{ffff}]+-)*[a-z0-9\u{00a1}-\u{ffff}]+)*(?:\.(?:[a-z\u{00a1}-\u{ffff}]{2,})))(?::\d{2,5})?(?:\/[^\s]*)?$/iu,
      email: /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i,
      hostname: /^(?=.{1,253}\.?$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[-0-9a-z]{0,61}[0-9a-z])?)*\.?$/i,
      // optimized https://www.safaribooksonline.com/library/view/regular-expressions-cookbook/9780596802837/ch07s16.html
      ipv4: /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/,
      ipv6: /^((([0-9a-f]{1,4}:){7}([0-9a-f]{1,4}|:))|(([0-9a-f]{1,4}:){6}(:[0-9a-f]{1,4}|((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3})|:))|(([0-9a-f]{1,4}:){5}(((:[0-9a-f]{1,4}){1,2})|:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3})|:))|(([0-9a-f]{1,4}:){4}(((:[0-9a-f]{1,4}){1,3})|((:[0-9a-f]{1,4})?:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(([0-9a-f]{1,4}:){3}(((:[0-9a-f]{1,4}){1,4})|((:[0-9a-f]{1,4}){0,2}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(([0-9a-f]{1,4}:){2}(((:[0-9a-f]{1,4}){1,5})|((:[0-9a-f]{1,4}){0,3}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(([0-9a-f]{1,4}:){1}(((:[0-9a-f]{1,4}){1,6})|((:[0-9a-f]{1,4}){0,4}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(:(((:[0-9a-f]{1,4}){1,7})|((:[0-9a-f]{1,4}){0,5}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:)))$/i,
      regex,
      // uuid: http://tools.ietf.org/html/rfc4122
      uuid: /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
      // JSON-pointer: https://tools.ietf.org/html/rfc6901
      // uri fragment: https://tools.ietf.org/html/rfc3986#appendix-A
      "json-pointer": /^(?:\/(?:[^~/]|~0|~1)*)*$/,
      "json-pointer-uri-fragment": /^#(?:\/(?:[a-z0-9_\-.!$&'()*+,;:=@]|%[0-9a-f]{2}|~0|~1)*)*$/i,
      // relative JSON-pointer: http://tools.ietf.org/html/draft-luff-relative-json-pointer-00
      "relative-json-pointer": /^(?:0|[1-9][0-9]*)(?:#|(?:\/(?:[^~/]|~0|~1)*)*)$/,
      // the following formats are used by the openapi specification: https://spec.openapis.org/oas/v3.0.0#data-types
      // byte: https://github.com/miguelmota/is-base64
      byte,
      // signed 32 bit integer
      int32: { type: "number", validate: validateInt32 },
      // signed 64 bit integer
      int64: { type: "number", validate: validateInt64 },
      // C-type float
      float: { type: "number", validate: validateNumber },
      // C-type double
      double: { type: "number", validate: validateNumber },
      // hint to the UI to hide input strings
      password: true,
      // unchecked string payload
      binary: true
    };
    exports.fastFormats = {
      ...exports.fullFormats,
      date: fmtDef(/^\d\d\d\d-[0-1]\d-[0-3]\d$/, compareDate),
      time: fmtDef(/^(?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)$/i, compareTime),
      "date-time": fmtDef(/^\d\d\d\d-[0-1]\d-[0-3]\dt(?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)$/i, compareDateTime),
      "iso-time": fmtDef(/^(?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)?$/i, compareIsoTime),
      "iso-date-time": fmtDef(/^\d\d\d\d-[0-1]\d-[0-3]\d[t\s](?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)?$/i, compareIsoDateTime),
      // uri: https://github.com/mafintosh/is-my-json-valid/blob/master/formats.js
      uri: /^(?:[a-z][a-z0-9+\-.]*:)(?:\/?\/)?[^\s]*$/i,
      "uri-reference": /^(?:(?:[a-z][a-z0-9+\-.]*:)?\/?\/)?(?:[^\\\s#][^\s#]*)?(?:#[^\\\s]*)?$/i,
      // email (sources from jsen validator):
      // http://stackoverflow.com/questions/201323/using-a-regular-expression-to-validate-an-email-address#answer-8829363
      // http://www.w3.org/TR/html5/forms.html#valid-e-mail-address (search for 'wilful violation')
      email: /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i
    };
    exports.formatNames = Object.keys(exports.fullFormats);
    function isLeapYear(year) {
      return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
    }
    var DATE = /^(\d\d\d\d)-(\d\d)-(\d\d)$/;
    var DAYS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    function date(str) {
      const matches = DATE.exec(str);
      if (!matches)
        return false;
      const year = +matches[1];
      const month = +matches[2];
      const day = +matches[3];
      return month >= 1 && month <= 12 && day >= 1 && day <= (month === 2 && isLeapYear(year) ? 29 : DAYS[month]);
    }
    function compareDate(d1, d2) {
      if (!(d1 && d2))
        return void 0;
      if (d1 > d2)
        return 1;
      if (d1 < d2)
        return -1;
      return 0;
    }
    var TIME = /^(\d\d):(\d\d):(\d\d(?:\.\d+)?)(z|([+-])(\d\d)(?::?(\d\d))?)?$/i;
    function getTime(strictTimeZone) {
      return function time(str) {
        const matches = TIME.exec(str);
        if (!matches)
          return false;
        const hr = +matches[1];
        const min = +matches[2];
        const sec = +matches[3];
        const tz = matches[4];
        const tzSign = matches[5] === "-" ? -1 : 1;
        const tzH = +(matches[6] || 0);
        const tzM = +(matches[7] || 0);
        if (tzH > 23 || tzM > 59 || strictTimeZone && !tz)
          return false;
        if (hr <= 23 && min <= 59 && sec < 60)
          return true;
        const utcMin = min - tzM * tzSign;
        const utcHr = hr - tzH * tzSign - (utcMin < 0 ? 1 : 0);
        return (utcHr === 23 || utcHr === -1) && (utcMin === 59 || utcMin === -1) && sec < 61;
      };
    }
    function compareTime(s1, s2) {
      if (!(s1 && s2))
        return void 0;
      const t1 = (/* @__PURE__ */ new Date("2020-01-01T" + s1)).valueOf();
      const t2 = (/* @__PURE__ */ new Date("2020-01-01T" + s2)).valueOf();
      if (!(t1 && t2))
        return void 0;
      return t1 - t2;
    }
    function compareIsoTime(t1, t2) {
      if (!(t1 && t2))
        return void 0;
      const a1 = TIME.exec(t1);
      const a2 = TIME.exec(t2);
      if (!(a1 && a2))
        return void 0;
      t1 = a1[1] + a1[2] + a1[3];
      t2 = a2[1] + a2[2] + a2[3];
      if (t1 > t2)
        return 1;
      if (t1 < t2)
        return -1;
      return 0;
    }
    var DATE_TIME_SEPARATOR = /t|\s/i;
    function getDateTime(strictTimeZone) {
      const time = getTime(strictTimeZone);
      return function date_time(str) {
        const dateTime = str.split(DATE_TIME_SEPARATOR);
        return dateTime.length === 2 && date(dateTime[0]) && time(dateTime[1]);
      };
    }
    function compareDateTime(dt1, dt2) {
      if (!(dt1 && dt2))
        return void 0;
      const d1 = new Date(dt1).valueOf();
      const d2 = new Date(dt2).valueOf();
      if (!(d1 && d2))
        return void 0;
      return d1 - d2;
    }
    function compareIsoDateTime(dt1, dt2) {
      if (!(dt1 && dt2))
        return void 0;
      const [d1, t1] = dt1.split(DATE_TIME_SEPARATOR);
      const [d2, t2] = dt2.split(DATE_TIME_SEPARATOR);
      const res = compareDate(d1, d2);
      if (res === void 0)
        return void 0;
      return res || compareTime(t1, t2);
    }
    var NOT_URI_FRAGMENT = /\/|:/;
    var URI = /^(?:[a-z][a-z0-9+\-.]*:)(?:\/?\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*@)?(?:\[(?:(?:(?:(?:[0-9a-f]{1,4}:){6}|::(?:[0-9a-f]{1,4}:){5}|(?:[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){4}|(?:(?:[0-9a-f]{1,4}:){0,1}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){3}|(?:(?:[0-9a-f]{1,4}:){0,2}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){2}|(?:(?:[0-9a-f]{1,4}:){0,3}[0-9a-f]{1,4})?::[0-9a-f]{1,4}:|(?:(?:[0-9a-f]{1,4}:){0,4}[0-9a-f]{1,4})?::)(?:[0-9a-f]{1,4}:[0-9a-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?))|(?:(?:[0-9a-f]{1,4}:){0,5}[0-9a-f]{1,4})?::[0-9a-f]{1,4}|(?:(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4})?::)|[Vv][0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+)\]|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?)|(?:[a-z0-9\-._~!$&'()*+,;=]|%[0-9a-f]{2})*)(?::\d*)?(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*|\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*)?|(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*)(?:\?(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?(?:#(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?$/i;
    function uri(str) {
      return NOT_URI_FRAGMENT.test(str) && URI.test(str);
    }
    var BYTE = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/gm;
    function byte(str) {
      BYTE.lastIndex = 0;
      return BYTE.test(str);
    }
    var MIN_INT32 = -(2 ** 31);
    var MAX_INT32 = 2 ** 31 - 1;
    function validateInt32(value) {
      return Number.isInteger(value) && value <= MAX_INT32 && value >= MIN_INT32;
    }
    function validateInt64(value) {
      return Number.isInteger(value);
    }
    function validateNumber() {
      return true;
    }
    var Z_ANCHOR = /[^\\]\\Z/;
    function regex(str) {
      if (Z_ANCHOR.test(str))
        return false;
      try {
        new RegExp(str);
        return true;
      } catch (e) {
        return false;
      }
    }
  }
});

// ../../node_modules/ajv/dist/runtime/ucs2length.js
var require_ucs2length = __commonJS({
  "../../node_modules/ajv/dist/runtime/ucs2length.js"(exports) {
    "use strict";
    Object.defineProperty(exports, "__esModule", { value: true });
    function ucs2length(str) {
      const len = str.length;
      let length = 0;
      let pos = 0;
      let value;
      while (pos < len) {
        length++;
        value = str.charCodeAt(pos++);
        if (value >= 55296 && value <= 56319 && pos < len) {
          value = str.charCodeAt(pos);
          if ((value & 64512) === 56320)
            pos++;
        }
      }
      return length;
    }
    exports.default = ucs2length;
    ucs2length.code = 'require("ajv/dist/runtime/ucs2length").default';
  }
});

// ../../node_modules/fast-deep-equal/index.js
var require_fast_deep_equal = __commonJS({
  "../../node_modules/fast-deep-equal/index.js"(exports, module) {
    "use strict";
    module.exports = function equal(a, b) {
      if (a === b) return true;
      if (a && b && typeof a == "object" && typeof b == "object") {
        if (a.constructor !== b.constructor) return false;
        var length, i, keys;
        if (Array.isArray(a)) {
          length = a.length;
          if (length != b.length) return false;
          for (i = length; i-- !== 0; )
            if (!equal(a[i], b[i])) return false;
          return true;
        }
        if (a.constructor === RegExp) return a.source === b.source && a.flags === b.flags;
        if (a.valueOf !== Object.prototype.valueOf) return a.valueOf() === b.valueOf();
        if (a.toString !== Object.prototype.toString) return a.toString() === b.toString();
        keys = Object.keys(a);
        length = keys.length;
        if (length !== Object.keys(b).length) return false;
        for (i = length; i-- !== 0; )
          if (!Object.prototype.hasOwnProperty.call(b, keys[i])) return false;
        for (i = length; i-- !== 0; ) {
          var key = keys[i];
          if (!equal(a[key], b[key])) return false;
        }
        return true;
      }
      return a !== a && b !== b;
    };
  }
});

// ../../node_modules/ajv/dist/runtime/equal.js
var require_equal = __commonJS({
  "../../node_modules/ajv/dist/runtime/equal.js"(exports) {
    "use strict";
    Object.defineProperty(exports, "__esModule", { value: true });
    var equal = require_fast_deep_equal();
    equal.code = 'require("ajv/dist/runtime/equal").default';
    exports.default = equal;
  }
});

// <stdin>
function mergeErrors(all, more) {
  for (const error of more) all.push(error);
  return all;
}
var createTokenV1Body = validate53;
var schema20 = { "description": "A token request with the client credentials grant (RFC 6749, section 4.4). Do not repeat a field. The service ignores unknown fields (RFC 6749, section 3.2) and treats an empty field as absent.", "type": "object", "required": ["grant_type"], "properties": { "grant_type": { "description": "The grant type (RFC 6749, section 4.4).", "type": "string", "const": "client_credentials" }, "client_id": { "description": "The client ID of the partner. With HTTP Basic, omit it or send the same client ID.", "type": "string" }, "client_secret": { "description": "The client secret of the partner. With HTTP Basic, omit it.", "type": "string" }, "scope": { "description": "The requested scopes, separated by single spaces. Default: all scopes that the partner was granted. The service rejects any other scope with `invalid_scope`.", "type": "string" } } };
function validate53(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.grant_type === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "grant_type" }, message: "must have required property 'grant_type'", schema: schema20.required, parentSchema: schema20, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.grant_type !== void 0) {
      let data0 = data.grant_type;
      if (typeof data0 !== "string") {
        const err1 = { instancePath: instancePath + "/grant_type", schemaPath: "#/properties/grant_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema20.properties.grant_type.type, parentSchema: schema20.properties.grant_type, data: data0 };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
      if ("client_credentials" !== data0) {
        const err2 = { instancePath: instancePath + "/grant_type", schemaPath: "#/properties/grant_type/const", keyword: "const", params: { allowedValue: "client_credentials" }, message: "must be equal to constant", schema: "client_credentials", parentSchema: schema20.properties.grant_type, data: data0 };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.client_id !== void 0) {
      let data1 = data.client_id;
      if (typeof data1 !== "string") {
        const err3 = { instancePath: instancePath + "/client_id", schemaPath: "#/properties/client_id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema20.properties.client_id.type, parentSchema: schema20.properties.client_id, data: data1 };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.client_secret !== void 0) {
      let data2 = data.client_secret;
      if (typeof data2 !== "string") {
        const err4 = { instancePath: instancePath + "/client_secret", schemaPath: "#/properties/client_secret/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema20.properties.client_secret.type, parentSchema: schema20.properties.client_secret, data: data2 };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.scope !== void 0) {
      let data3 = data.scope;
      if (typeof data3 !== "string") {
        const err5 = { instancePath: instancePath + "/scope", schemaPath: "#/properties/scope/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema20.properties.scope.type, parentSchema: schema20.properties.scope, data: data3 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
  } else {
    const err6 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema20.type, parentSchema: schema20, data };
    if (vErrors === null) {
      vErrors = [err6];
    } else {
      vErrors.push(err6);
    }
    errors++;
  }
  validate53.errors = vErrors;
  return errors === 0;
}
var createTokenV1_200 = validate54;
var schema21 = { "description": "An access token (RFC 6749, section 5.1).", "type": "object", "required": ["access_token", "token_type", "expires_in", "scope"], "properties": { "access_token": { "description": "A JWT (RFC 9068) that is signed with ES256 and a key in `/.well-known/jwks.json`. Treat it as opaque and send it in `Authorization: Bearer`.", "type": "string", "pattern": "^[\\w-]+\\.[\\w-]+\\.[\\w-]+$", "contentSchema": { "description": "Header and claims (RFC 9068, section 2).", "type": "array", "prefixItems": [{ "type": "object", "required": ["typ", "alg", "kid"], "properties": { "typ": { "description": "The type of the token.", "type": "string", "const": "at+jwt" }, "alg": { "description": "The signature algorithm.", "type": "string", "const": "ES256" }, "kid": { "description": "The identifier of the key that signed the token.", "type": "string" } } }, { "type": "object", "required": ["iss", "aud", "sub", "client_id", "iat", "exp", "jti", "scope"], "properties": { "iss": { "description": "The issuer of the token.", "type": "string", "x-value": "{$server.url}" }, "aud": { "description": "The audience of the token.", "type": "string", "x-value": "{$server.url}" }, "sub": { "description": "The client ID of the partner.", "type": "string", "x-value": "{$client.id}" }, "client_id": { "description": "The client ID of the partner.", "type": "string", "x-value": "{$client.id}" }, "iat": { "description": "Time at which the token was issued, in seconds since the Unix epoch.", "type": "integer", "format": "int64" }, "exp": { "description": "Time at which the token expires (`expires_in` after `iat`), in seconds since the Unix epoch.", "type": "integer", "format": "int64" }, "jti": { "description": "The identifier of the token.", "type": "string" }, "scope": { "description": "The scopes of the token, separated by spaces.", "type": "string", "x-value": "{$response.body#/scope}" } } }] } }, "token_type": { "description": "How the token is used (RFC 6750).", "type": "string", "const": "Bearer" }, "expires_in": { "description": "The lifetime of the token, in seconds.", "type": "integer", "format": "int32", "const": 3600 }, "scope": { "description": "The scopes of the token, separated by spaces.", "type": "string" } } };
var pattern3 = new RegExp("^[\\w-]+\\.[\\w-]+\\.[\\w-]+$", "u");
var formats0 = require_formats().fullFormats.int32;
function validate54(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.access_token === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "access_token" }, message: "must have required property 'access_token'", schema: schema21.required, parentSchema: schema21, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.token_type === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "token_type" }, message: "must have required property 'token_type'", schema: schema21.required, parentSchema: schema21, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.expires_in === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "expires_in" }, message: "must have required property 'expires_in'", schema: schema21.required, parentSchema: schema21, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.scope === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "scope" }, message: "must have required property 'scope'", schema: schema21.required, parentSchema: schema21, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.access_token !== void 0) {
      let data0 = data.access_token;
      if (typeof data0 === "string") {
        if (!pattern3.test(data0)) {
          const err4 = { instancePath: instancePath + "/access_token", schemaPath: "#/properties/access_token/pattern", keyword: "pattern", params: { pattern: "^[\\w-]+\\.[\\w-]+\\.[\\w-]+$" }, message: 'must match pattern "^[\\w-]+\\.[\\w-]+\\.[\\w-]+$"', schema: "^[\\w-]+\\.[\\w-]+\\.[\\w-]+$", parentSchema: schema21.properties.access_token, data: data0 };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
      } else {
        const err5 = { instancePath: instancePath + "/access_token", schemaPath: "#/properties/access_token/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema21.properties.access_token.type, parentSchema: schema21.properties.access_token, data: data0 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data.token_type !== void 0) {
      let data1 = data.token_type;
      if (typeof data1 !== "string") {
        const err6 = { instancePath: instancePath + "/token_type", schemaPath: "#/properties/token_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema21.properties.token_type.type, parentSchema: schema21.properties.token_type, data: data1 };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
      if ("Bearer" !== data1) {
        const err7 = { instancePath: instancePath + "/token_type", schemaPath: "#/properties/token_type/const", keyword: "const", params: { allowedValue: "Bearer" }, message: "must be equal to constant", schema: "Bearer", parentSchema: schema21.properties.token_type, data: data1 };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    if (data.expires_in !== void 0) {
      let data2 = data.expires_in;
      if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
        const err8 = { instancePath: instancePath + "/expires_in", schemaPath: "#/properties/expires_in/type", keyword: "type", params: { type: "integer" }, message: "must be integer", schema: schema21.properties.expires_in.type, parentSchema: schema21.properties.expires_in, data: data2 };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
      if (3600 !== data2) {
        const err9 = { instancePath: instancePath + "/expires_in", schemaPath: "#/properties/expires_in/const", keyword: "const", params: { allowedValue: 3600 }, message: "must be equal to constant", schema: 3600, parentSchema: schema21.properties.expires_in, data: data2 };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
      if (typeof data2 == "number" && isFinite(data2)) {
        if (!formats0.validate(data2)) {
          const err10 = { instancePath: instancePath + "/expires_in", schemaPath: "#/properties/expires_in/format", keyword: "format", params: { format: "int32" }, message: 'must match format "int32"', schema: "int32", parentSchema: schema21.properties.expires_in, data: data2 };
          if (vErrors === null) {
            vErrors = [err10];
          } else {
            vErrors.push(err10);
          }
          errors++;
        }
      }
    }
    if (data.scope !== void 0) {
      let data3 = data.scope;
      if (typeof data3 !== "string") {
        const err11 = { instancePath: instancePath + "/scope", schemaPath: "#/properties/scope/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema21.properties.scope.type, parentSchema: schema21.properties.scope, data: data3 };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
  } else {
    const err12 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema21.type, parentSchema: schema21, data };
    if (vErrors === null) {
      vErrors = [err12];
    } else {
      vErrors.push(err12);
    }
    errors++;
  }
  validate54.errors = vErrors;
  return errors === 0;
}
var createTokenV1_200_headers = validate55;
var schema22 = { "type": "object", "required": ["x-request-id", "cache-control"], "properties": { "x-request-id": { "type": "string", "format": "uuid" }, "cache-control": { "type": "string", "const": "no-store" } } };
var formats2 = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
function validate55(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data["x-request-id"] === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "x-request-id" }, message: "must have required property 'x-request-id'", schema: schema22.required, parentSchema: schema22, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data["cache-control"] === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "cache-control" }, message: "must have required property 'cache-control'", schema: schema22.required, parentSchema: schema22, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data["x-request-id"] !== void 0) {
      let data0 = data["x-request-id"];
      if (typeof data0 === "string") {
        if (!formats2.test(data0)) {
          const err2 = { instancePath: instancePath + "/x-request-id", schemaPath: "#/properties/x-request-id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"', schema: "uuid", parentSchema: schema22.properties["x-request-id"], data: data0 };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      } else {
        const err3 = { instancePath: instancePath + "/x-request-id", schemaPath: "#/properties/x-request-id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema22.properties["x-request-id"].type, parentSchema: schema22.properties["x-request-id"], data: data0 };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data["cache-control"] !== void 0) {
      let data1 = data["cache-control"];
      if (typeof data1 !== "string") {
        const err4 = { instancePath: instancePath + "/cache-control", schemaPath: "#/properties/cache-control/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema22.properties["cache-control"].type, parentSchema: schema22.properties["cache-control"], data: data1 };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
      if ("no-store" !== data1) {
        const err5 = { instancePath: instancePath + "/cache-control", schemaPath: "#/properties/cache-control/const", keyword: "const", params: { allowedValue: "no-store" }, message: "must be equal to constant", schema: "no-store", parentSchema: schema22.properties["cache-control"], data: data1 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
  } else {
    const err6 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema22.type, parentSchema: schema22, data };
    if (vErrors === null) {
      vErrors = [err6];
    } else {
      vErrors.push(err6);
    }
    errors++;
  }
  validate55.errors = vErrors;
  return errors === 0;
}
var createTokenV1_400 = validate56;
var schema23 = { "description": "The reason why the service did not issue a token (RFC 6749, section 5.2).", "type": "object", "required": ["error", "error_description"], "properties": { "error": { "description": "The reason for programs.\n\n- `invalid_request`: a field is missing, repeated, or malformed, or the request has credentials both in the form and with\n  HTTP Basic.\n- `invalid_client`: the credentials are missing or wrong, or the partner is disabled.\n- `unsupported_grant_type`: only `client_credentials` is supported.\n- `invalid_scope`: a scope is unknown, malformed, or not granted.\n- `temporarily_unavailable`: retry after `Retry-After`.\n- `server_error`: an unexpected error occurred in the service.", "type": "string", "enum": ["invalid_request", "invalid_client", "unsupported_grant_type", "invalid_scope", "temporarily_unavailable", "server_error"] }, "error_description": { "description": "An explanation for developers. It never contains values from the request.", "type": "string" } } };
function validate56(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.error === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "error" }, message: "must have required property 'error'", schema: schema23.required, parentSchema: schema23, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.error_description === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "error_description" }, message: "must have required property 'error_description'", schema: schema23.required, parentSchema: schema23, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.error !== void 0) {
      let data0 = data.error;
      if (typeof data0 !== "string") {
        const err2 = { instancePath: instancePath + "/error", schemaPath: "#/properties/error/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema23.properties.error.type, parentSchema: schema23.properties.error, data: data0 };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
      if (!(data0 === "invalid_request" || data0 === "invalid_client" || data0 === "unsupported_grant_type" || data0 === "invalid_scope" || data0 === "temporarily_unavailable" || data0 === "server_error")) {
        const err3 = { instancePath: instancePath + "/error", schemaPath: "#/properties/error/enum", keyword: "enum", params: { allowedValues: schema23.properties.error.enum }, message: "must be equal to one of the allowed values", schema: schema23.properties.error.enum, parentSchema: schema23.properties.error, data: data0 };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.error_description !== void 0) {
      let data1 = data.error_description;
      if (typeof data1 !== "string") {
        const err4 = { instancePath: instancePath + "/error_description", schemaPath: "#/properties/error_description/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema23.properties.error_description.type, parentSchema: schema23.properties.error_description, data: data1 };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
  } else {
    const err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema23.type, parentSchema: schema23, data };
    if (vErrors === null) {
      vErrors = [err5];
    } else {
      vErrors.push(err5);
    }
    errors++;
  }
  validate56.errors = vErrors;
  return errors === 0;
}
var createTokenV1_401_headers = validate57;
var schema24 = { "type": "object", "required": ["x-request-id", "cache-control", "www-authenticate"], "properties": { "x-request-id": { "type": "string", "format": "uuid" }, "cache-control": { "type": "string", "const": "no-store" }, "www-authenticate": { "type": "string", "const": 'Basic realm="partner-api", charset="UTF-8"' } } };
function validate57(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data["x-request-id"] === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "x-request-id" }, message: "must have required property 'x-request-id'", schema: schema24.required, parentSchema: schema24, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data["cache-control"] === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "cache-control" }, message: "must have required property 'cache-control'", schema: schema24.required, parentSchema: schema24, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data["www-authenticate"] === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "www-authenticate" }, message: "must have required property 'www-authenticate'", schema: schema24.required, parentSchema: schema24, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data["x-request-id"] !== void 0) {
      let data0 = data["x-request-id"];
      if (typeof data0 === "string") {
        if (!formats2.test(data0)) {
          const err3 = { instancePath: instancePath + "/x-request-id", schemaPath: "#/properties/x-request-id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"', schema: "uuid", parentSchema: schema24.properties["x-request-id"], data: data0 };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
      } else {
        const err4 = { instancePath: instancePath + "/x-request-id", schemaPath: "#/properties/x-request-id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema24.properties["x-request-id"].type, parentSchema: schema24.properties["x-request-id"], data: data0 };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data["cache-control"] !== void 0) {
      let data1 = data["cache-control"];
      if (typeof data1 !== "string") {
        const err5 = { instancePath: instancePath + "/cache-control", schemaPath: "#/properties/cache-control/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema24.properties["cache-control"].type, parentSchema: schema24.properties["cache-control"], data: data1 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
      if ("no-store" !== data1) {
        const err6 = { instancePath: instancePath + "/cache-control", schemaPath: "#/properties/cache-control/const", keyword: "const", params: { allowedValue: "no-store" }, message: "must be equal to constant", schema: "no-store", parentSchema: schema24.properties["cache-control"], data: data1 };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data["www-authenticate"] !== void 0) {
      let data2 = data["www-authenticate"];
      if (typeof data2 !== "string") {
        const err7 = { instancePath: instancePath + "/www-authenticate", schemaPath: "#/properties/www-authenticate/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema24.properties["www-authenticate"].type, parentSchema: schema24.properties["www-authenticate"], data: data2 };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
      if ('Basic realm="partner-api", charset="UTF-8"' !== data2) {
        const err8 = { instancePath: instancePath + "/www-authenticate", schemaPath: "#/properties/www-authenticate/const", keyword: "const", params: { allowedValue: 'Basic realm="partner-api", charset="UTF-8"' }, message: "must be equal to constant", schema: 'Basic realm="partner-api", charset="UTF-8"', parentSchema: schema24.properties["www-authenticate"], data: data2 };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
  } else {
    const err9 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema24.type, parentSchema: schema24, data };
    if (vErrors === null) {
      vErrors = [err9];
    } else {
      vErrors.push(err9);
    }
    errors++;
  }
  validate57.errors = vErrors;
  return errors === 0;
}
var createTokenV1_429_headers = validate58;
var schema25 = { "type": "object", "required": ["x-request-id", "cache-control", "retry-after"], "properties": { "x-request-id": { "type": "string", "format": "uuid" }, "cache-control": { "type": "string", "const": "no-store" }, "retry-after": { "type": "integer", "format": "int32", "minimum": 1 } } };
function validate58(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data["x-request-id"] === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "x-request-id" }, message: "must have required property 'x-request-id'", schema: schema25.required, parentSchema: schema25, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data["cache-control"] === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "cache-control" }, message: "must have required property 'cache-control'", schema: schema25.required, parentSchema: schema25, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data["retry-after"] === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "retry-after" }, message: "must have required property 'retry-after'", schema: schema25.required, parentSchema: schema25, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data["x-request-id"] !== void 0) {
      let data0 = data["x-request-id"];
      if (typeof data0 === "string") {
        if (!formats2.test(data0)) {
          const err3 = { instancePath: instancePath + "/x-request-id", schemaPath: "#/properties/x-request-id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"', schema: "uuid", parentSchema: schema25.properties["x-request-id"], data: data0 };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
      } else {
        const err4 = { instancePath: instancePath + "/x-request-id", schemaPath: "#/properties/x-request-id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema25.properties["x-request-id"].type, parentSchema: schema25.properties["x-request-id"], data: data0 };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data["cache-control"] !== void 0) {
      let data1 = data["cache-control"];
      if (typeof data1 !== "string") {
        const err5 = { instancePath: instancePath + "/cache-control", schemaPath: "#/properties/cache-control/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema25.properties["cache-control"].type, parentSchema: schema25.properties["cache-control"], data: data1 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
      if ("no-store" !== data1) {
        const err6 = { instancePath: instancePath + "/cache-control", schemaPath: "#/properties/cache-control/const", keyword: "const", params: { allowedValue: "no-store" }, message: "must be equal to constant", schema: "no-store", parentSchema: schema25.properties["cache-control"], data: data1 };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data["retry-after"] !== void 0) {
      let data2 = data["retry-after"];
      if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
        const err7 = { instancePath: instancePath + "/retry-after", schemaPath: "#/properties/retry-after/type", keyword: "type", params: { type: "integer" }, message: "must be integer", schema: schema25.properties["retry-after"].type, parentSchema: schema25.properties["retry-after"], data: data2 };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
      if (typeof data2 == "number" && isFinite(data2)) {
        if (data2 < 1 || isNaN(data2)) {
          const err8 = { instancePath: instancePath + "/retry-after", schemaPath: "#/properties/retry-after/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1", schema: 1, parentSchema: schema25.properties["retry-after"], data: data2 };
          if (vErrors === null) {
            vErrors = [err8];
          } else {
            vErrors.push(err8);
          }
          errors++;
        }
        if (!formats0.validate(data2)) {
          const err9 = { instancePath: instancePath + "/retry-after", schemaPath: "#/properties/retry-after/format", keyword: "format", params: { format: "int32" }, message: 'must match format "int32"', schema: "int32", parentSchema: schema25.properties["retry-after"], data: data2 };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
      }
    }
  } else {
    const err10 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema25.type, parentSchema: schema25, data };
    if (vErrors === null) {
      vErrors = [err10];
    } else {
      vErrors.push(err10);
    }
    errors++;
  }
  validate58.errors = vErrors;
  return errors === 0;
}
var addEducationBody = validate59;
var schema26 = { "description": "An education qualification submitted for a user.", "oneOf": [{ "$ref": "#/$defs/EducationWithPdf" }, { "$ref": "#/$defs/EducationWithOpenCertificate" }, { "$ref": "#/$defs/EducationWithoutDocument" }], "discriminator": { "propertyName": "document_type" }, "type": "object", "if": { "type": "object", "required": ["document_type"], "properties": { "document_type": { "type": "string", "enum": ["pdf", "open_cert", "none"] } } }, "else": { "description": "An education qualification with the URL of a PDF file.", "type": "object", "additionalProperties": false, "required": ["id", "credential_type", "document_type", "data"], "properties": { "id": { "description": "The partner's identifier for the submission. Different partners can use the same identifier without a conflict. In a batch, it identifies the item.", "$ref": "#/$defs/Identifier" }, "credential_type": { "description": "The kind of the credential.", "type": "string", "const": "education" }, "document_type": { "type": "string", "enum": ["pdf", "open_cert", "none"] }, "data": { "description": "The credential and its document.", "type": "object", "additionalProperties": false, "required": ["credential"], "properties": { "credential": { "$ref": "#/$defs/EducationCredential" }, "document": { "description": "The URL of the PDF file, or null.", "type": ["string", "null"] }, "partner_chain": { "description": "An alternative position for the `partner_chain` of the credential.", "$ref": "#/$defs/PartnerChain" } } } } } };
var schema27 = { "description": "An identifier that the partner chooses. It can contain any characters except control characters, and is case-sensitive. The service rejects `.` and `..`, which a URL path cannot contain. Use a globally unique value in the form `<PREFIX>-<UUID>`. The prefix is optional. Do not use personal data, because the logs of the service contain the value.", "type": "string", "minLength": 1, "maxLength": 255, "pattern": "^([^.\\x00-\\x1F\\x7F-\\x9F][^\\x00-\\x1F\\x7F-\\x9F]*|\\.[^.\\x00-\\x1F\\x7F-\\x9F][^\\x00-\\x1F\\x7F-\\x9F]*|\\.\\.[^\\x00-\\x1F\\x7F-\\x9F]+)?$", "x-well-formed": true, "x-message": 'must not contain control characters or unpaired surrogates, and must not be "." or ".."' };
var func1 = require_ucs2length().default;
var pattern4 = new RegExp("^([^.\\x00-\\x1F\\x7F-\\x9F][^\\x00-\\x1F\\x7F-\\x9F]*|\\.[^.\\x00-\\x1F\\x7F-\\x9F][^\\x00-\\x1F\\x7F-\\x9F]*|\\.\\.[^\\x00-\\x1F\\x7F-\\x9F]+)?$", "u");
function validate60(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data === "string") {
    if (data.length > 255 && func1(data) > 255) {
      const err0 = { instancePath, schemaPath: "#/maxLength", keyword: "maxLength", params: { limit: 255 }, message: "must NOT have more than 255 characters", schema: 255, parentSchema: schema27, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.length < 1) {
      const err1 = { instancePath, schemaPath: "#/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters", schema: 1, parentSchema: schema27, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (!pattern4.test(data)) {
      const err2 = { instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { pattern: "^([^.\\x00-\\x1F\\x7F-\\x9F][^\\x00-\\x1F\\x7F-\\x9F]*|\\.[^.\\x00-\\x1F\\x7F-\\x9F][^\\x00-\\x1F\\x7F-\\x9F]*|\\.\\.[^\\x00-\\x1F\\x7F-\\x9F]+)?$" }, message: 'must match pattern "^([^.\\x00-\\x1F\\x7F-\\x9F][^\\x00-\\x1F\\x7F-\\x9F]*|\\.[^.\\x00-\\x1F\\x7F-\\x9F][^\\x00-\\x1F\\x7F-\\x9F]*|\\.\\.[^\\x00-\\x1F\\x7F-\\x9F]+)?$"', schema: "^([^.\\x00-\\x1F\\x7F-\\x9F][^\\x00-\\x1F\\x7F-\\x9F]*|\\.[^.\\x00-\\x1F\\x7F-\\x9F][^\\x00-\\x1F\\x7F-\\x9F]*|\\.\\.[^\\x00-\\x1F\\x7F-\\x9F]+)?$", parentSchema: schema27, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (!this.wellFormed(data)) {
      const err3 = { instancePath, schemaPath: "#/x-well-formed", keyword: "x-well-formed", params: {}, message: "x-well-formed", schema: true, parentSchema: schema27, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
  } else {
    const err4 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema27.type, parentSchema: schema27, data };
    if (vErrors === null) {
      vErrors = [err4];
    } else {
      vErrors.push(err4);
    }
    errors++;
  }
  validate60.errors = vErrors;
  return errors === 0;
}
var schema28 = { "description": "An education qualification. The service composes the title that users see: `course_name`, the majors in parentheses (joined with `and`; three or more as `A, B and C`), `(Honours)` if `with_honours` is true, and `(Awaiting Graduation)` if `awaiting_graduation` is true. Example: `Bachelor of Commerce (Finance and Economics) (Honours) (Awaiting Graduation)`. For a qualification that is completed but not yet conferred, set `awaiting_graduation` to true and `conferral_year` to null.", "type": "object", "additionalProperties": false, "required": ["full_name", "education_provider", "course_name"], "properties": { "full_name": { "description": "Name of the person who earned the qualification.", "$ref": "#/$defs/Text" }, "education_provider": { "description": "Name of the institution that provided the course.", "$ref": "#/$defs/Text" }, "course_name": { "$ref": "#/$defs/CourseName" }, "conferral_year": { "$ref": "#/$defs/ConferralYear" }, "awaiting_graduation": { "description": "True if the course is completed but the qualification is not yet conferred. Default: false.", "type": "boolean" }, "has_majors": { "description": "Whether the qualification has majors. False with an entry in `majors` gets the warning `contradiction`.", "type": "boolean" }, "majors": { "description": "The majors. `course_name` must not contain any of them as whole words, in any letter case.", "type": "array", "maxItems": 20, "items": { "$ref": "#/$defs/Major" } }, "with_honours": { "description": "True if the qualification was awarded with honours. Do not put honours in any other property.", "type": "boolean" }, "transcript": { "$ref": "#/$defs/Transcript" }, "partner_chain": { "$ref": "#/$defs/PartnerChain" } }, "if": { "title": "Awaiting graduation", "required": ["awaiting_graduation"], "properties": { "awaiting_graduation": { "const": true } } }, "then": { "properties": { "conferral_year": { "type": "null", "x-message": "must be null or absent while awaiting_graduation is true" } } }, "else": { "title": "Conferred", "required": ["conferral_year"], "properties": { "conferral_year": { "type": "string", "x-message": "must be a year of four digits, unless awaiting_graduation is true" } } }, "x-disjoint": { "items": "majors", "text": "course_name" }, "x-value-warnings": [{ "property": "has_majors", "code": "contradiction", "message": "is false, but majors is not empty; check both properties", "falseWith": "majors" }, { "property": "conferral_year", "code": "future", "message": "is later than the next year; check the year", "yearsAhead": 1 }] };
var func3 = Object.prototype.hasOwnProperty;
var schema29 = { "description": "A name or a short text on a single line. It must not be blank.", "type": "string", "minLength": 1, "maxLength": 500, "pattern": "^([^\\S\\x00-\\x1F\\x7F-\\x9F]*[^\\s\\x00-\\x1F\\x7F-\\x9F][^\\x00-\\x1F\\x7F-\\x9F]*)?$", "x-well-formed": true, "x-message": "must be one line of text that is not blank, without control characters or unpaired surrogates" };
var pattern5 = new RegExp("^([^\\S\\x00-\\x1F\\x7F-\\x9F]*[^\\s\\x00-\\x1F\\x7F-\\x9F][^\\x00-\\x1F\\x7F-\\x9F]*)?$", "u");
function validate63(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data === "string") {
    if (data.length > 500 && func1(data) > 500) {
      const err0 = { instancePath, schemaPath: "#/maxLength", keyword: "maxLength", params: { limit: 500 }, message: "must NOT have more than 500 characters", schema: 500, parentSchema: schema29, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.length < 1) {
      const err1 = { instancePath, schemaPath: "#/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters", schema: 1, parentSchema: schema29, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (!pattern5.test(data)) {
      const err2 = { instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { pattern: "^([^\\S\\x00-\\x1F\\x7F-\\x9F]*[^\\s\\x00-\\x1F\\x7F-\\x9F][^\\x00-\\x1F\\x7F-\\x9F]*)?$" }, message: 'must match pattern "^([^\\S\\x00-\\x1F\\x7F-\\x9F]*[^\\s\\x00-\\x1F\\x7F-\\x9F][^\\x00-\\x1F\\x7F-\\x9F]*)?$"', schema: "^([^\\S\\x00-\\x1F\\x7F-\\x9F]*[^\\s\\x00-\\x1F\\x7F-\\x9F][^\\x00-\\x1F\\x7F-\\x9F]*)?$", parentSchema: schema29, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (!this.wellFormed(data)) {
      const err3 = { instancePath, schemaPath: "#/x-well-formed", keyword: "x-well-formed", params: {}, message: "x-well-formed", schema: true, parentSchema: schema29, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
  } else {
    const err4 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema29.type, parentSchema: schema29, data };
    if (vErrors === null) {
      vErrors = [err4];
    } else {
      vErrors.push(err4);
    }
    errors++;
  }
  validate63.errors = vErrors;
  return errors === 0;
}
var schema30 = { "description": "The full name of the degree or course, in standard spelling: `Bachelor of Commerce`, `Master of Science`. The service rejects:\n\n- honours words (`Honours`, `Honors`, `Hons`): set `with_honours` instead;\n- variant spellings of a degree (`Masters of`, `Master in`, `Bachelors of`, `Bachelor in`, `Batchelor of`): write `Master of`, `Bachelor of`;\n- abbreviations as the first word (`BSc`, `B.A.`, `EMBA`, `PhD`, `LLB`, `DipEd`, `Bach. of`, ...): write the words out in full;\n- an entry of `majors`.\n\nThe service accepts other names that look wrong, such as `Bachelor of Commerce (Finance)`, `Master's Degree`, or `N/A`, and returns `warnings`.", "$ref": "#/$defs/Text", "x-naming-rules": { "honours": { "message": "must not contain honours words; set with_honours instead", "words": ["honours", "honors", "hons"], "apart": ["honour", "honor", "hon"] }, "spelling": { "message": 'must use the standard form, such as "Master of ..." or "Bachelor of ..."', "sequences": [[["masters", "bachelors"], ["of", "in"]], [["master", "bachelor"], ["in"]], [["bachelour", "bachellor", "bachlor", "bacholor", "batchelor", "batchelors"], ["of", "in"]]] }, "bachelor": { "message": "must be written out in full", "abbreviations": ["BA", "BAgr", "BAgSc", "BAgriSc", "BAcc", "BASc", "BArch", "BBM", "BBus", "BCA", "BCJ", "BCL", "BCrim", "BD", "BDent", "BDes", "BE", "BEc", "BEcon", "BEd", "BEEd", "BEng", "BENG", "BEnv", "BFA", "BFin", "BIT", "BLaws", "BLib", "BM", "BMid", "BMgt", "BMus", "BN", "BNurs", "BPhty", "BPlan", "BProp", "BPsych", "BPT", "BS", "BSN", "BSW", "BSurv", "BTh", "BVoc", "bams", "bappsc", "bba", "bbiomed", "bch", "bchd", "bcom", "bcomm", "bcompsc", "bcompsci", "bds", "bhms", "bhsc", "binftech", "binfotech", "blitt", "bmbs", "bmedsc", "bmedsci", "bmgmt", "bpharm", "bphil", "bphysio", "bpsychsc", "bsba", "bsc", "bsci", "bsced", "bscn", "bscs", "bsed", "bsit", "bsocsc", "bsocsci", "btech", "btheol", "bvetmed", "bvms", "bvsc", "llb", "mbbch", "mbbchir", "mbbs", "mbchb"], "fullForms": { "ba": "Bachelor of Arts", "bacc": "Bachelor of Accounting", "bagr": "Bachelor of Agriculture", "bagrisc": "Bachelor of Agricultural Science", "bagsc": "Bachelor of Agricultural Science", "bappsc": "Bachelor of Applied Science", "barch": "Bachelor of Architecture", "basc": "Bachelor of Applied Science", "bba": "Bachelor of Business Administration", "bbiomed": "Bachelor of Biomedicine", "bbm": "Bachelor of Business Management", "bbus": "Bachelor of Business", "bca": "Bachelor of Computer Applications", "bch": "Bachelor of Surgery", "bchd": "Bachelor of Dental Surgery", "bcj": "Bachelor of Criminal Justice", "bcl": "Bachelor of Civil Law", "bcom": "Bachelor of Commerce", "bcomm": "Bachelor of Commerce", "bcompsc": "Bachelor of Computer Science", "bcompsci": "Bachelor of Computer Science", "bcrim": "Bachelor of Criminology", "bd": "Bachelor of Divinity", "bdent": "Bachelor of Dentistry", "bdes": "Bachelor of Design", "bds": "Bachelor of Dental Surgery", "be": "Bachelor of Engineering", "bec": "Bachelor of Economics", "becon": "Bachelor of Economics", "bed": "Bachelor of Education", "beed": "Bachelor of Elementary Education", "beng": "Bachelor of Engineering", "benv": "Bachelor of Environments", "bfa": "Bachelor of Fine Arts", "bfin": "Bachelor of Finance", "bhms": "Bachelor of Homeopathic Medicine and Surgery", "bhsc": "Bachelor of Health Science", "binfotech": "Bachelor of Information Technology", "binftech": "Bachelor of Information Technology", "bit": "Bachelor of Information Technology", "blaws": "Bachelor of Laws", "blitt": "Bachelor of Letters", "bmedsc": "Bachelor of Medical Science", "bmedsci": "Bachelor of Medical Science", "bmgmt": "Bachelor of Management", "bmgt": "Bachelor of Management", "bmid": "Bachelor of Midwifery", "bmus": "Bachelor of Music", "bn": "Bachelor of Nursing", "bnurs": "Bachelor of Nursing", "bpharm": "Bachelor of Pharmacy", "bphil": "Bachelor of Philosophy", "bphty": "Bachelor of Physiotherapy", "bphysio": "Bachelor of Physiotherapy", "bplan": "Bachelor of Planning", "bprop": "Bachelor of Property", "bpsych": "Bachelor of Psychology", "bpsychsc": "Bachelor of Psychological Science", "bpt": "Bachelor of Physiotherapy", "bs": "Bachelor of Science", "bsba": "Bachelor of Science in Business Administration", "bsc": "Bachelor of Science", "bsci": "Bachelor of Science", "bscn": "Bachelor of Science in Nursing", "bscs": "Bachelor of Science in Computer Science", "bsed": "Bachelor of Secondary Education", "bsit": "Bachelor of Science in Information Technology", "bsn": "Bachelor of Science in Nursing", "bsocsc": "Bachelor of Social Science", "bsocsci": "Bachelor of Social Science", "bsurv": "Bachelor of Surveying", "bsw": "Bachelor of Social Work", "btech": "Bachelor of Technology", "bth": "Bachelor of Theology", "btheol": "Bachelor of Theology", "bvetmed": "Bachelor of Veterinary Medicine", "bvms": "Bachelor of Veterinary Medicine and Surgery", "bvoc": "Bachelor of Vocation", "bvsc": "Bachelor of Veterinary Science", "llb": "Bachelor of Laws", "mbbch": "Bachelor of Medicine and Bachelor of Surgery", "mbbchir": "Bachelor of Medicine and Bachelor of Surgery", "mbbs": "Bachelor of Medicine and Bachelor of Surgery", "mbchb": "Bachelor of Medicine and Bachelor of Surgery" } }, "master": { "message": "must be written out in full", "abbreviations": ["MA", "MAcc", "MAcct", "MAppFin", "MAppLing", "MAppSc", "MArch", "MArts", "MBus", "MCh", "MCouns", "MDes", "MDS", "MDiv", "ME", "MEc", "MEcon", "MEd", "MEng", "MENG", "MEnv", "MFin", "MHA", "MHM", "MHRM", "MHSM", "MIB", "MIntBus", "MIR", "MLA", "MLS", "MMed", "MMgt", "MMus", "MNurs", "MPhys", "MPlan", "MPP", "MProf", "MPsych", "MPT", "MPubPol", "MRes", "MS", "MSci", "MSN", "MSt", "MSurg", "MSW", "MTh", "MTS", "MUP", "MVoc", "emba", "imba", "llm", "maed", "mba", "mbiol", "mbiolsci", "mbioch", "mchem", "mclinpsych", "mcom", "mcomm", "mcompsc", "mcompsci", "mdatasc", "mengsc", "mfa", "mgeol", "mhsc", "mhealthadm", "minftech", "minfotech", "mlis", "mlitt", "mmath", "mmedsc", "mmedsci", "mmgmt", "mmktg", "mpa", "mpacc", "mph", "mpharm", "mpharmsci", "mphil", "mprofacc", "mprojmgt", "msc", "mscba", "mscit", "msed", "msocsc", "msocsci", "msocwk", "mstat", "mteach", "mtech", "mtheol", "murp"], "fullForms": { "emba": "Executive Master of Business Administration", "imba": "International Master of Business Administration", "llm": "Master of Laws", "ma": "Master of Arts", "macc": "Master of Accounting", "macct": "Master of Accounting", "maed": "Master of Arts in Education", "mappfin": "Master of Applied Finance", "mappling": "Master of Applied Linguistics", "mappsc": "Master of Applied Science", "march": "Master of Architecture", "marts": "Master of Arts", "mba": "Master of Business Administration", "mbiol": "Master of Biology", "mbiolsci": "Master of Biological Sciences", "mbus": "Master of Business", "mch": "Master of Surgery", "mchem": "Master of Chemistry", "mclinpsych": "Master of Clinical Psychology", "mcom": "Master of Commerce", "mcomm": "Master of Commerce", "mcompsc": "Master of Computer Science", "mcompsci": "Master of Computer Science", "mcouns": "Master of Counselling", "mdatasc": "Master of Data Science", "mdes": "Master of Design", "mdiv": "Master of Divinity", "mds": "Master of Dental Surgery", "me": "Master of Engineering", "mec": "Master of Economics", "mecon": "Master of Economics", "med": "Master of Education", "meng": "Master of Engineering", "mengsc": "Master of Engineering Science", "menv": "Master of Environment", "mfa": "Master of Fine Arts", "mfin": "Master of Finance", "mgeol": "Master of Geology", "mhealthadm": "Master of Health Administration", "mhrm": "Master of Human Resource Management", "mhsc": "Master of Health Science", "mhsm": "Master of Health Services Management", "mib": "Master of International Business", "minfotech": "Master of Information Technology", "minftech": "Master of Information Technology", "mintbus": "Master of International Business", "mlis": "Master of Library and Information Science", "mlitt": "Master of Letters", "mmath": "Master of Mathematics", "mmed": "Master of Medicine", "mmedsc": "Master of Medical Science", "mmedsci": "Master of Medical Science", "mmgmt": "Master of Management", "mmgt": "Master of Management", "mmktg": "Master of Marketing", "mmus": "Master of Music", "mnurs": "Master of Nursing", "mpacc": "Master of Professional Accounting", "mph": "Master of Public Health", "mpharm": "Master of Pharmacy", "mpharmsci": "Master of Pharmaceutical Science", "mphil": "Master of Philosophy", "mphys": "Master of Physics", "mplan": "Master of Planning", "mpp": "Master of Public Policy", "mprofacc": "Master of Professional Accounting", "mprojmgt": "Master of Project Management", "mpsych": "Master of Psychology", "mpt": "Master of Physiotherapy", "mpubpol": "Master of Public Policy", "mres": "Master of Research", "ms": "Master of Science", "msc": "Master of Science", "msci": "Master of Science", "mscit": "Master of Science in Information Technology", "msed": "Master of Science in Education", "msn": "Master of Science in Nursing", "msocsc": "Master of Social Science", "msocsci": "Master of Social Science", "msocwk": "Master of Social Work", "mst": "Master of Studies", "mstat": "Master of Statistics", "msurg": "Master of Surgery", "msw": "Master of Social Work", "mteach": "Master of Teaching", "mtech": "Master of Technology", "mth": "Master of Theology", "mtheol": "Master of Theology", "mup": "Master of Urban Planning", "mvoc": "Master of Vocation" }, "whole": ["MCA", "MIT"] }, "other_abbreviation": { "message": "must be written out in full", "abbreviations": ["AAS", "Cert", "DDS", "DEng", "DENG", "DHSc", "DMA", "DMD", "DMin", "DMus", "DNP", "DPH", "DPT", "DSW", "DTh", "DVM", "EdM", "EdS", "EngD", "JD", "LLD", "LittD", "MD", "PGCE", "PGDE", "SJD", "ThD", "UG", "advcert", "advdip", "assocdeg", "assocdip", "certed", "certhe", "certi", "certii", "certiii", "certiv", "dba", "dbus", "dclinpsy", "dclinpsych", "dedpsy", "dip", "diparch", "diparts", "dipbus", "dipcom", "dipcs", "diped", "dipeng", "diphe", "dipit", "diplaw", "dipmgt", "dipmus", "dipnurs", "dipsc", "dipsocwk", "dipteach", "diptech", "diptchg", "diptrans", "dphil", "dprof", "dpsych", "drph", "dsc", "dsocsci", "edd", "gcert", "gcertbus", "gcerted", "gdeg", "gdip", "gdipbus", "gdiped", "graddeg", "gradcert", "gradcertbus", "gradcerted", "graddip", "graddipbus", "graddiped", "graddipsc", "pg", "pgcert", "pgcerted", "pgcerthe", "pgdba", "pgdca", "pgdip", "pgdiped", "pgdipsci", "pgdm", "pharmd", "phd", "psyd", "scd"], "fullForms": { "advcert": "Advanced Certificate", "advdip": "Advanced Diploma", "assocdeg": "Associate Degree", "assocdip": "Associate Diploma", "cert": "Certificate", "certed": "Certificate in Education", "certhe": "Certificate of Higher Education", "certi": "Certificate I", "certii": "Certificate II", "certiii": "Certificate III", "certiv": "Certificate IV", "dba": "Doctor of Business Administration", "dbus": "Doctor of Business", "dclinpsy": "Doctor of Clinical Psychology", "dclinpsych": "Doctor of Clinical Psychology", "dds": "Doctor of Dental Surgery", "dedpsy": "Doctor of Educational Psychology", "deng": "Doctor of Engineering", "dhsc": "Doctor of Health Science", "dip": "Diploma", "diparch": "Diploma of Architecture", "diparts": "Diploma of Arts", "dipbus": "Diploma of Business", "dipcom": "Diploma of Commerce", "dipcs": "Diploma of Computer Science", "diped": "Diploma of Education", "dipeng": "Diploma of Engineering", "diphe": "Diploma of Higher Education", "dipit": "Diploma of Information Technology", "diplaw": "Diploma of Law", "dipmgt": "Diploma of Management", "dipmus": "Diploma of Music", "dipnurs": "Diploma of Nursing", "dipsc": "Diploma of Science", "dipsocwk": "Diploma of Social Work", "dipteach": "Diploma of Teaching", "diptech": "Diploma of Technology", "dma": "Doctor of Musical Arts", "dmd": "Doctor of Dental Medicine", "dmin": "Doctor of Ministry", "dmus": "Doctor of Music", "dnp": "Doctor of Nursing Practice", "dph": "Doctor of Public Health", "dphil": "Doctor of Philosophy", "dpsych": "Doctor of Psychology", "dpt": "Doctor of Physical Therapy", "drph": "Doctor of Public Health", "dsc": "Doctor of Science", "dsocsci": "Doctor of Social Science", "dsw": "Doctor of Social Work", "dth": "Doctor of Theology", "dvm": "Doctor of Veterinary Medicine", "edd": "Doctor of Education", "edm": "Master of Education", "eds": "Education Specialist", "engd": "Doctor of Engineering", "gcert": "Graduate Certificate", "gcertbus": "Graduate Certificate in Business", "gcerted": "Graduate Certificate in Education", "gdip": "Graduate Diploma", "gdipbus": "Graduate Diploma in Business", "gdiped": "Graduate Diploma in Education", "gradcert": "Graduate Certificate", "gradcertbus": "Graduate Certificate in Business", "gradcerted": "Graduate Certificate in Education", "graddeg": "Graduate Degree", "graddip": "Graduate Diploma", "graddipbus": "Graduate Diploma in Business", "graddiped": "Graduate Diploma in Education", "graddipsc": "Graduate Diploma in Science", "jd": "Juris Doctor", "littd": "Doctor of Letters", "lld": "Doctor of Laws", "md": "Doctor of Medicine", "pgce": "Postgraduate Certificate in Education", "pgcert": "Postgraduate Certificate", "pgcerted": "Postgraduate Certificate in Education", "pgcerthe": "Postgraduate Certificate in Higher Education", "pgdba": "Postgraduate Diploma in Business Administration", "pgdca": "Postgraduate Diploma in Computer Applications", "pgde": "Postgraduate Diploma in Education", "pgdip": "Postgraduate Diploma", "pgdiped": "Postgraduate Diploma in Education", "pgdipsci": "Postgraduate Diploma in Science", "pgdm": "Postgraduate Diploma in Management", "pharmd": "Doctor of Pharmacy", "phd": "Doctor of Philosophy", "psyd": "Doctor of Psychology", "scd": "Doctor of Science", "sjd": "Doctor of Juridical Science", "thd": "Doctor of Theology" }, "sequences": [[["bach", "mast", "mstr", "dr", "dipl"], ["of"]]] } }, "x-naming-warnings": { "honours": { "message": "looks like an honours class; set with_honours instead", "words": ["honour", "honor", "hon"], "apart": ["first", "second", "third", "upper", "lower", "class", "division", "degree", "1", "2", "3", "st", "nd", "rd", "distinction", "merit"] }, "spelling": { "message": 'looks like a variant spelling; use the form "Master of ..." or "Doctor of ..."', "sequences": [[["masters", "bachelors", "master", "bachelor"], ["degree", "degrees"]], [["doctors", "doctorates", "associates"], ["of", "in", "degree", "degrees"]], [["maters", "docter"], ["of", "in"]]] }, "abbreviation": { "message": "looks like an abbreviation; write the name out in full", "abbreviations": ["cert", "MCA"], "fullForms": { "cert": "Certificate", "mca": "Master of Computer Applications" }, "sequences": [[["adv", "assoc", "grad", "postgrad"], ["certificate", "degree", "diploma"]], [["bachelor", "master", "doctor"], ["of"], ["AI", "CS", "EE", "HR", "HRM", "ICT", "IR", "IT", "PR"]], [["bachelor", "master", "doctor"], ["of"], ["acct", "admin", "agri", "arch", "bus", "com", "comm", "comp", "econ", "ed", "edu", "educ", "eng", "engg", "engr", "info", "mgmt", "mgt", "nurs", "pharm", "phil", "psych", "sc", "sci", "tech"]], [["bachelor", "master", "doctor"], ["of"], ["business"], ["admin"]], [["bachelor", "master", "doctor"], ["of"], ["computer", "data", "political", "social"], ["sc", "sci"]], [["bachelor", "master", "doctor"], ["of"], ["information"], ["tech"]], [["executive", "global", "international", "online", "professional"], ["mba"]]] }, "major": { "message": "looks like it names a major; list majors in majors instead", "sequences": [[["majoring", "majored", "majors", "major"], ["in"]], [["double", "dual"], ["major", "majors"]]], "apart": ["accountancy", "accounting", "anthropology", "astronomy", "banking", "biochemistry", "biology", "botany", "business", "chemistry", "commerce", "computer", "computing", "criminology", "data", "econometrics", "economics", "english", "entrepreneurship", "finance", "french", "genetics", "geography", "geology", "german", "history", "hospitality", "italian", "japanese", "linguistics", "literature", "logistics", "management", "marketing", "math", "mathematics", "maths", "microbiology", "neuroscience", "philosophy", "physics", "physiology", "political", "politics", "psychology", "relations", "resource", "resources", "sociology", "spanish", "statistics", "taxation", "tourism", "zoology", "and", "double", "in", "major", "majoring", "majors", "of", "specialisation", "specialising", "specialization", "specializing", "with", "human", "supply", "science", "sciences", "social", "studies", "chain"] }, "awaiting_graduation": { "message": "looks like the degree is not yet conferred; set awaiting_graduation instead", "sequences": [[["awaiting", "pending"], ["graduation", "conferral"]], [["expected"], ["graduation"]], [["not"], ["yet"], ["conferred", "completed", "graduated"]]] }, "generic": { "message": "looks generic; send the name of the degree or course", "only": ["a", "an", "bachelor", "bachelors", "chapter", "class", "course", "courses", "degree", "degrees", "doctorate", "level", "master", "masters", "module", "modules", "my", "of", "part", "postgraduate", "program", "programme", "qualification", "session", "the", "undergraduate", "unit", "university", "web", "website", "week", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "101", "ii", "iii", "iv", "v"] }, "placeholder": { "message": "looks like a placeholder; send the name of the degree or course", "whole": ["na", "nil", "none", "none given", "nothing", "null", "undefined", "NaN", "no", "yes", "true", "false", "no data", "no name", "no value", "blank", "empty", "default", "value", "unknown", "unnamed", "unspecified", "untitled", "anonymous", "not applicable", "not available", "not disclosed", "not given", "not known", "not provided", "not specified", "not stated", "do not know", "dont know", "tba", "tbc", "tbd", "to be advised", "to be announced", "to be confirmed", "to be determined", "to follow", "pending", "other", "others", "misc", "miscellaneous", "various", "demo", "dummy", "fake", "placeholder", "sample", "test", "test1", "test123", "test test", "tester", "testing", "abc123", "asdf", "asdfasdf", "asdfgh", "foo", "foobar", "foo bar", "lorem ipsum", "object object", "qwerty", "ref", "string", "xx", "xxx", "xxxx", "xxxxx", ""] } } };
function validate66(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!validate63.call(this, data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate63.errors : mergeErrors(vErrors, validate63.errors);
    errors = vErrors.length;
  }
  if (typeof data === "string") {
    const broken0 = this.brokenNamingRules(data, schema30["x-naming-rules"]);
    for (const rule0 of broken0) {
      const err0 = { instancePath, schemaPath: "#/x-naming-rules", keyword: "x-naming-rules", params: { rule: rule0, text: data }, message: "x-naming-rules", schema: schema30["x-naming-rules"], parentSchema: schema30, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    this.warnAboutName(data, schema30["x-naming-warnings"], instancePath);
  }
  validate66.errors = vErrors;
  return errors === 0;
}
var schema31 = { "description": "The year in which the qualification was conferred, as four digits. Must be null or absent if `awaiting_graduation` is true. Otherwise, the year is required and must not be null.", "type": ["string", "null"], "pattern": "^[0-9]{4}$", "x-message": "must be a year of four digits, for example 2024" };
var pattern6 = new RegExp("^[0-9]{4}$", "u");
function validate69(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string" && data !== null) {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: schema31.type }, message: "must be string,null", schema: schema31.type, parentSchema: schema31, data };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  if (typeof data === "string") {
    if (!pattern6.test(data)) {
      const err1 = { instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { pattern: "^[0-9]{4}$" }, message: 'must match pattern "^[0-9]{4}$"', schema: "^[0-9]{4}$", parentSchema: schema31, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
  }
  validate69.errors = vErrors;
  return errors === 0;
}
var schema32 = { "description": "The name of a major, such as `Finance`. The service accepts names that look wrong, such as `Finance (Honours)`, `Major in Finance`, or `None`, and returns `warnings`.", "$ref": "#/$defs/Text", "x-naming-warnings": { "honours": { "message": "looks like it contains honours; set with_honours instead", "words": ["honours", "honors", "honour", "honor", "hons", "hon"] }, "major": { "message": 'looks longer than the name of a major; omit "major in"', "sequences": [[["majoring", "majored", "majors", "major"], ["in"]]] }, "placeholder": { "message": "looks like a placeholder; send the name of a major or omit the entry", "only": ["double", "dual", "major", "majors", "minor", "no"], "whole": ["na", "nil", "none", "none given", "nothing", "null", "undefined", "NaN", "no", "yes", "true", "false", "no data", "no name", "no value", "blank", "empty", "default", "value", "unknown", "unnamed", "unspecified", "untitled", "anonymous", "not applicable", "not available", "not disclosed", "not given", "not known", "not provided", "not specified", "not stated", "do not know", "dont know", "tba", "tbc", "tbd", "to be advised", "to be announced", "to be confirmed", "to be determined", "to follow", "pending", "other", "others", "misc", "miscellaneous", "various", "demo", "dummy", "fake", "placeholder", "sample", "test", "test1", "test123", "test test", "tester", "testing", "abc123", "asdf", "asdfasdf", "asdfgh", "foo", "foobar", "foo bar", "lorem ipsum", "object object", "qwerty", "ref", "string", "xx", "xxx", "xxxx", "xxxxx", ""] } } };
function validate71(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!validate63.call(this, data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate63.errors : mergeErrors(vErrors, validate63.errors);
    errors = vErrors.length;
  }
  if (typeof data === "string") {
    this.warnAboutName(data, schema32["x-naming-warnings"], instancePath);
  }
  validate71.errors = vErrors;
  return errors === 0;
}
var schema33 = { "description": "The transcript of an education qualification.", "type": "object", "additionalProperties": false, "required": ["overall", "subjects"], "properties": { "overall": { "description": "The overall result.", "type": "object", "additionalProperties": false, "required": ["issuance_date"], "properties": { "issuance_date": { "description": "Date on which the transcript was issued.", "$ref": "#/$defs/CalendarDateOrYear" }, "score": { "description": "The overall score in the institution's own format, for example a grade point average.", "$ref": "#/$defs/OptionalText" } }, "x-value-warnings": [{ "property": "issuance_date", "code": "future", "message": "is later than the next year; check the date", "yearsAhead": 1 }] }, "subjects": { "description": "The completed subjects.", "type": "array", "maxItems": 500, "items": { "$ref": "#/$defs/TranscriptSubject" } } } };
var schema34 = { "description": "A real calendar date, as `YYYY-MM-DD`, or a year, as `YYYY`.", "type": "string", "anyOf": [{ "title": "A day", "type": "string", "format": "date" }, { "title": "A year", "type": "string", "pattern": "^[0-9]{4}$" }], "x-message": "must be a real calendar date (YYYY-MM-DD) or a year (YYYY)" };
var formats10 = require_formats().fullFormats.date;
function validate75(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema34.type, parentSchema: schema34, data };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  const _errs1 = errors;
  let valid0 = false;
  const _errs2 = errors;
  if (typeof data === "string") {
    if (!formats10.validate(data)) {
      const err1 = { instancePath, schemaPath: "#/anyOf/0/format", keyword: "format", params: { format: "date" }, message: 'must match format "date"', schema: "date", parentSchema: schema34.anyOf[0], data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
  } else {
    const err2 = { instancePath, schemaPath: "#/anyOf/0/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema34.anyOf[0].type, parentSchema: schema34.anyOf[0], data };
    if (vErrors === null) {
      vErrors = [err2];
    } else {
      vErrors.push(err2);
    }
    errors++;
  }
  var _valid0 = _errs2 === errors;
  valid0 = valid0 || _valid0;
  if (!valid0) {
    const _errs4 = errors;
    if (typeof data === "string") {
      if (!pattern6.test(data)) {
        const err3 = { instancePath, schemaPath: "#/anyOf/1/pattern", keyword: "pattern", params: { pattern: "^[0-9]{4}$" }, message: 'must match pattern "^[0-9]{4}$"', schema: "^[0-9]{4}$", parentSchema: schema34.anyOf[1], data };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    } else {
      const err4 = { instancePath, schemaPath: "#/anyOf/1/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema34.anyOf[1].type, parentSchema: schema34.anyOf[1], data };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    var _valid0 = _errs4 === errors;
    valid0 = valid0 || _valid0;
  }
  if (!valid0) {
    const err5 = { instancePath, schemaPath: "#/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf", schema: schema34.anyOf, parentSchema: schema34, data };
    if (vErrors === null) {
      vErrors = [err5];
    } else {
      vErrors.push(err5);
    }
    errors++;
  } else {
    errors = _errs1;
    if (vErrors !== null) {
      if (_errs1) {
        vErrors.length = _errs1;
      } else {
        vErrors = null;
      }
    }
  }
  validate75.errors = vErrors;
  return errors === 0;
}
var schema35 = { "description": "Text that can be empty and can have several lines.", "type": "string", "maxLength": 500, "pattern": "^[^\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x9F]*$", "x-well-formed": true, "x-message": "must not contain unpaired surrogates, or control characters other than tab and line breaks" };
var pattern8 = new RegExp("^[^\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x9F]*$", "u");
function validate77(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data === "string") {
    if (data.length > 500 && func1(data) > 500) {
      const err0 = { instancePath, schemaPath: "#/maxLength", keyword: "maxLength", params: { limit: 500 }, message: "must NOT have more than 500 characters", schema: 500, parentSchema: schema35, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (!pattern8.test(data)) {
      const err1 = { instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { pattern: "^[^\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x9F]*$" }, message: 'must match pattern "^[^\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x9F]*$"', schema: "^[^\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x9F]*$", parentSchema: schema35, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (!this.wellFormed(data)) {
      const err2 = { instancePath, schemaPath: "#/x-well-formed", keyword: "x-well-formed", params: {}, message: "x-well-formed", schema: true, parentSchema: schema35, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
  } else {
    const err3 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema35.type, parentSchema: schema35, data };
    if (vErrors === null) {
      vErrors = [err3];
    } else {
      vErrors.push(err3);
    }
    errors++;
  }
  validate77.errors = vErrors;
  return errors === 0;
}
var schema36 = { "description": "A subject in a transcript.", "type": "object", "additionalProperties": false, "required": ["name", "code", "grade", "completion_date"], "properties": { "name": { "description": "Name of the subject.", "$ref": "#/$defs/Text" }, "code": { "description": "The institution's code for the subject.", "$ref": "#/$defs/Text" }, "credit": { "description": "The credit points in the institution's own format.", "$ref": "#/$defs/OptionalText" }, "score": { "description": "The score in the institution's own format.", "$ref": "#/$defs/OptionalText" }, "grade": { "description": "The grade in the institution's own words, for example a letter or `High Distinction`.", "$ref": "#/$defs/Text" }, "completion_date": { "description": "Date on which the subject was completed.", "$ref": "#/$defs/CalendarDateOrYear" } }, "x-value-warnings": [{ "property": "completion_date", "code": "future", "message": "is later than the next year; check the date", "yearsAhead": 1 }] };
function validate79(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.name === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'", schema: schema36.required, parentSchema: schema36, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.code === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "code" }, message: "must have required property 'code'", schema: schema36.required, parentSchema: schema36, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.grade === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "grade" }, message: "must have required property 'grade'", schema: schema36.required, parentSchema: schema36, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.completion_date === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "completion_date" }, message: "must have required property 'completion_date'", schema: schema36.required, parentSchema: schema36, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "name" || key0 === "code" || key0 === "credit" || key0 === "score" || key0 === "grade" || key0 === "completion_date")) {
        const err4 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema36, data };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.name !== void 0) {
      if (!validate63.call(this, data.name, { instancePath: instancePath + "/name", parentData: data, parentDataProperty: "name", rootData })) {
        vErrors = vErrors === null ? validate63.errors : mergeErrors(vErrors, validate63.errors);
        errors = vErrors.length;
      }
    }
    if (data.code !== void 0) {
      if (!validate63.call(this, data.code, { instancePath: instancePath + "/code", parentData: data, parentDataProperty: "code", rootData })) {
        vErrors = vErrors === null ? validate63.errors : mergeErrors(vErrors, validate63.errors);
        errors = vErrors.length;
      }
    }
    if (data.credit !== void 0) {
      if (!validate77.call(this, data.credit, { instancePath: instancePath + "/credit", parentData: data, parentDataProperty: "credit", rootData })) {
        vErrors = vErrors === null ? validate77.errors : mergeErrors(vErrors, validate77.errors);
        errors = vErrors.length;
      }
    }
    if (data.score !== void 0) {
      if (!validate77.call(this, data.score, { instancePath: instancePath + "/score", parentData: data, parentDataProperty: "score", rootData })) {
        vErrors = vErrors === null ? validate77.errors : mergeErrors(vErrors, validate77.errors);
        errors = vErrors.length;
      }
    }
    if (data.grade !== void 0) {
      if (!validate63.call(this, data.grade, { instancePath: instancePath + "/grade", parentData: data, parentDataProperty: "grade", rootData })) {
        vErrors = vErrors === null ? validate63.errors : mergeErrors(vErrors, validate63.errors);
        errors = vErrors.length;
      }
    }
    if (data.completion_date !== void 0) {
      if (!validate75.call(this, data.completion_date, { instancePath: instancePath + "/completion_date", parentData: data, parentDataProperty: "completion_date", rootData })) {
        vErrors = vErrors === null ? validate75.errors : mergeErrors(vErrors, validate75.errors);
        errors = vErrors.length;
      }
    }
    this.warnAboutValues(data, schema36["x-value-warnings"], instancePath);
  } else {
    const err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema36.type, parentSchema: schema36, data };
    if (vErrors === null) {
      vErrors = [err5];
    } else {
      vErrors.push(err5);
    }
    errors++;
  }
  validate79.errors = vErrors;
  return errors === 0;
}
function validate74(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.overall === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "overall" }, message: "must have required property 'overall'", schema: schema33.required, parentSchema: schema33, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.subjects === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "subjects" }, message: "must have required property 'subjects'", schema: schema33.required, parentSchema: schema33, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "overall" || key0 === "subjects")) {
        const err2 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema33, data };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.overall !== void 0) {
      let data0 = data.overall;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.issuance_date === void 0) {
          const err3 = { instancePath: instancePath + "/overall", schemaPath: "#/properties/overall/required", keyword: "required", params: { missingProperty: "issuance_date" }, message: "must have required property 'issuance_date'", schema: schema33.properties.overall.required, parentSchema: schema33.properties.overall, data: data0 };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        for (const key1 in data0) {
          if (errors >= 2e3) break;
          if (!(key1 === "issuance_date" || key1 === "score")) {
            const err4 = { instancePath: instancePath + "/overall", schemaPath: "#/properties/overall/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties", schema: false, parentSchema: schema33.properties.overall, data: data0 };
            if (vErrors === null) {
              vErrors = [err4];
            } else {
              vErrors.push(err4);
            }
            errors++;
          }
        }
        if (data0.issuance_date !== void 0) {
          if (!validate75.call(this, data0.issuance_date, { instancePath: instancePath + "/overall/issuance_date", parentData: data0, parentDataProperty: "issuance_date", rootData })) {
            vErrors = vErrors === null ? validate75.errors : mergeErrors(vErrors, validate75.errors);
            errors = vErrors.length;
          }
        }
        if (data0.score !== void 0) {
          if (!validate77.call(this, data0.score, { instancePath: instancePath + "/overall/score", parentData: data0, parentDataProperty: "score", rootData })) {
            vErrors = vErrors === null ? validate77.errors : mergeErrors(vErrors, validate77.errors);
            errors = vErrors.length;
          }
        }
        this.warnAboutValues(data0, schema33.properties.overall["x-value-warnings"], instancePath + "/overall");
      } else {
        const err5 = { instancePath: instancePath + "/overall", schemaPath: "#/properties/overall/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema33.properties.overall.type, parentSchema: schema33.properties.overall, data: data0 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data.subjects !== void 0) {
      let data3 = data.subjects;
      if (Array.isArray(data3)) {
        if (data3.length > 500) {
          const err6 = { instancePath: instancePath + "/subjects", schemaPath: "#/properties/subjects/maxItems", keyword: "maxItems", params: { limit: 500 }, message: "must NOT have more than 500 items", schema: 500, parentSchema: schema33.properties.subjects, data: data3 };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
        const len0 = data3.length;
        for (let i0 = 0; i0 < len0 && errors < 2e3; i0++) {
          if (!validate79.call(this, data3[i0], { instancePath: instancePath + "/subjects/" + i0, parentData: data3, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate79.errors : mergeErrors(vErrors, validate79.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err7 = { instancePath: instancePath + "/subjects", schemaPath: "#/properties/subjects/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema33.properties.subjects.type, parentSchema: schema33.properties.subjects, data: data3 };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
  } else {
    const err8 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema33.type, parentSchema: schema33, data };
    if (vErrors === null) {
      vErrors = [err8];
    } else {
      vErrors.push(err8);
    }
    errors++;
  }
  validate74.errors = vErrors;
  return errors === 0;
}
var schema37 = { "description": "The intermediate partners in a partner hierarchy with several levels. The user sees these partners, and the operator uses them for statistics.", "type": ["array", "null"], "maxItems": 20, "items": { "$ref": "#/$defs/PartnerInstitution" } };
var schema38 = { "description": "A partner institution in a partner hierarchy.", "type": "object", "additionalProperties": false, "required": ["name"], "properties": { "name": { "description": "Name of the partner institution.", "$ref": "#/$defs/Text" } } };
function validate89(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.name === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'", schema: schema38.required, parentSchema: schema38, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "name")) {
        const err1 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema38, data };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (data.name !== void 0) {
      if (!validate63.call(this, data.name, { instancePath: instancePath + "/name", parentData: data, parentDataProperty: "name", rootData })) {
        vErrors = vErrors === null ? validate63.errors : mergeErrors(vErrors, validate63.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err2 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema38.type, parentSchema: schema38, data };
    if (vErrors === null) {
      vErrors = [err2];
    } else {
      vErrors.push(err2);
    }
    errors++;
  }
  validate89.errors = vErrors;
  return errors === 0;
}
function validate88(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!Array.isArray(data) && data !== null) {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: schema37.type }, message: "must be array,null", schema: schema37.type, parentSchema: schema37, data };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  if (Array.isArray(data)) {
    if (data.length > 20) {
      const err1 = { instancePath, schemaPath: "#/maxItems", keyword: "maxItems", params: { limit: 20 }, message: "must NOT have more than 20 items", schema: 20, parentSchema: schema37, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    const len0 = data.length;
    for (let i0 = 0; i0 < len0 && errors < 2e3; i0++) {
      if (!validate89.call(this, data[i0], { instancePath: instancePath + "/" + i0, parentData: data, parentDataProperty: i0, rootData })) {
        vErrors = vErrors === null ? validate89.errors : mergeErrors(vErrors, validate89.errors);
        errors = vErrors.length;
      }
    }
  }
  validate88.errors = vErrors;
  return errors === 0;
}
function validate62(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs1 = errors;
  let valid0 = true;
  const _errs2 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    let missing0;
    if (data.awaiting_graduation === void 0 && (missing0 = "awaiting_graduation")) {
      const err0 = {};
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    } else {
      if (data.awaiting_graduation !== void 0) {
        if (true !== data.awaiting_graduation) {
          const err1 = {};
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
      }
    }
  }
  var _valid0 = _errs2 === errors;
  errors = _errs1;
  if (vErrors !== null) {
    if (_errs1) {
      vErrors.length = _errs1;
    } else {
      vErrors = null;
    }
  }
  let ifClause0;
  if (_valid0) {
    const _errs4 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.conferral_year !== void 0) {
        let data1 = data.conferral_year;
        if (data1 !== null) {
          const err2 = { instancePath: instancePath + "/conferral_year", schemaPath: "#/then/properties/conferral_year/type", keyword: "type", params: { type: "null" }, message: "must be null", schema: schema28.then.properties.conferral_year.type, parentSchema: schema28.then.properties.conferral_year, data: data1 };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      }
    }
    var _valid0 = _errs4 === errors;
    valid0 = _valid0;
    ifClause0 = "then";
  } else {
    const _errs7 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.conferral_year === void 0) {
        const err3 = { instancePath, schemaPath: "#/else/required", keyword: "required", params: { missingProperty: "conferral_year" }, message: "must have required property 'conferral_year'", schema: schema28.else.required, parentSchema: schema28.else, data };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
      if (data.conferral_year !== void 0) {
        let data2 = data.conferral_year;
        if (typeof data2 !== "string") {
          const err4 = { instancePath: instancePath + "/conferral_year", schemaPath: "#/else/properties/conferral_year/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema28.else.properties.conferral_year.type, parentSchema: schema28.else.properties.conferral_year, data: data2 };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
      }
    }
    var _valid0 = _errs7 === errors;
    valid0 = _valid0;
    ifClause0 = "else";
  }
  if (!valid0) {
    const err5 = { instancePath, schemaPath: "#/if", keyword: "if", params: { failingKeyword: ifClause0 }, message: 'must match "' + ifClause0 + '" schema', schema: schema28.if, parentSchema: schema28, data };
    if (vErrors === null) {
      vErrors = [err5];
    } else {
      vErrors.push(err5);
    }
    errors++;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.full_name === void 0) {
      const err6 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "full_name" }, message: "must have required property 'full_name'", schema: schema28.required, parentSchema: schema28, data };
      if (vErrors === null) {
        vErrors = [err6];
      } else {
        vErrors.push(err6);
      }
      errors++;
    }
    if (data.education_provider === void 0) {
      const err7 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "education_provider" }, message: "must have required property 'education_provider'", schema: schema28.required, parentSchema: schema28, data };
      if (vErrors === null) {
        vErrors = [err7];
      } else {
        vErrors.push(err7);
      }
      errors++;
    }
    if (data.course_name === void 0) {
      const err8 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "course_name" }, message: "must have required property 'course_name'", schema: schema28.required, parentSchema: schema28, data };
      if (vErrors === null) {
        vErrors = [err8];
      } else {
        vErrors.push(err8);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!func3.call(schema28.properties, key0)) {
        const err9 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema28, data };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
    if (data.full_name !== void 0) {
      if (!validate63.call(this, data.full_name, { instancePath: instancePath + "/full_name", parentData: data, parentDataProperty: "full_name", rootData })) {
        vErrors = vErrors === null ? validate63.errors : mergeErrors(vErrors, validate63.errors);
        errors = vErrors.length;
      }
    }
    if (data.education_provider !== void 0) {
      if (!validate63.call(this, data.education_provider, { instancePath: instancePath + "/education_provider", parentData: data, parentDataProperty: "education_provider", rootData })) {
        vErrors = vErrors === null ? validate63.errors : mergeErrors(vErrors, validate63.errors);
        errors = vErrors.length;
      }
    }
    if (data.course_name !== void 0) {
      if (!validate66.call(this, data.course_name, { instancePath: instancePath + "/course_name", parentData: data, parentDataProperty: "course_name", rootData })) {
        vErrors = vErrors === null ? validate66.errors : mergeErrors(vErrors, validate66.errors);
        errors = vErrors.length;
      }
    }
    if (data.conferral_year !== void 0) {
      if (!validate69.call(this, data.conferral_year, { instancePath: instancePath + "/conferral_year", parentData: data, parentDataProperty: "conferral_year", rootData })) {
        vErrors = vErrors === null ? validate69.errors : mergeErrors(vErrors, validate69.errors);
        errors = vErrors.length;
      }
    }
    if (data.awaiting_graduation !== void 0) {
      let data7 = data.awaiting_graduation;
      if (typeof data7 !== "boolean") {
        const err10 = { instancePath: instancePath + "/awaiting_graduation", schemaPath: "#/properties/awaiting_graduation/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean", schema: schema28.properties.awaiting_graduation.type, parentSchema: schema28.properties.awaiting_graduation, data: data7 };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    if (data.has_majors !== void 0) {
      let data8 = data.has_majors;
      if (typeof data8 !== "boolean") {
        const err11 = { instancePath: instancePath + "/has_majors", schemaPath: "#/properties/has_majors/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean", schema: schema28.properties.has_majors.type, parentSchema: schema28.properties.has_majors, data: data8 };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
    if (data.majors !== void 0) {
      let data9 = data.majors;
      if (Array.isArray(data9)) {
        if (data9.length > 20) {
          const err12 = { instancePath: instancePath + "/majors", schemaPath: "#/properties/majors/maxItems", keyword: "maxItems", params: { limit: 20 }, message: "must NOT have more than 20 items", schema: 20, parentSchema: schema28.properties.majors, data: data9 };
          if (vErrors === null) {
            vErrors = [err12];
          } else {
            vErrors.push(err12);
          }
          errors++;
        }
        const len0 = data9.length;
        for (let i0 = 0; i0 < len0 && errors < 2e3; i0++) {
          if (!validate71.call(this, data9[i0], { instancePath: instancePath + "/majors/" + i0, parentData: data9, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate71.errors : mergeErrors(vErrors, validate71.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err13 = { instancePath: instancePath + "/majors", schemaPath: "#/properties/majors/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema28.properties.majors.type, parentSchema: schema28.properties.majors, data: data9 };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.with_honours !== void 0) {
      let data11 = data.with_honours;
      if (typeof data11 !== "boolean") {
        const err14 = { instancePath: instancePath + "/with_honours", schemaPath: "#/properties/with_honours/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean", schema: schema28.properties.with_honours.type, parentSchema: schema28.properties.with_honours, data: data11 };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
    }
    if (data.transcript !== void 0) {
      if (!validate74.call(this, data.transcript, { instancePath: instancePath + "/transcript", parentData: data, parentDataProperty: "transcript", rootData })) {
        vErrors = vErrors === null ? validate74.errors : mergeErrors(vErrors, validate74.errors);
        errors = vErrors.length;
      }
    }
    if (data.partner_chain !== void 0) {
      if (!validate88.call(this, data.partner_chain, { instancePath: instancePath + "/partner_chain", parentData: data, parentDataProperty: "partner_chain", rootData })) {
        vErrors = vErrors === null ? validate88.errors : mergeErrors(vErrors, validate88.errors);
        errors = vErrors.length;
      }
    }
    this.warnAboutValues(data, schema28["x-value-warnings"], instancePath);
    const at0 = this.disjoint(data, schema28["x-disjoint"]);
    if (at0.length > 0) {
      const err15 = { instancePath, schemaPath: "#/x-disjoint", keyword: "x-disjoint", params: { at: at0 }, message: "x-disjoint", schema: schema28["x-disjoint"], parentSchema: schema28, data };
      if (vErrors === null) {
        vErrors = [err15];
      } else {
        vErrors.push(err15);
      }
      errors++;
    }
  } else {
    const err16 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema28.type, parentSchema: schema28, data };
    if (vErrors === null) {
      vErrors = [err16];
    } else {
      vErrors.push(err16);
    }
    errors++;
  }
  validate62.errors = vErrors;
  return errors === 0;
}
var schema39 = { "description": "An education qualification with the URL of a PDF file.", "type": "object", "additionalProperties": false, "required": ["id", "credential_type", "document_type", "data"], "properties": { "id": { "description": "The partner's identifier for the submission. Different partners can use the same identifier without a conflict. In a batch, it identifies the item.", "$ref": "#/$defs/Identifier" }, "credential_type": { "description": "The kind of the credential.", "type": "string", "const": "education" }, "document_type": { "description": "The type of the document: a PDF file.", "type": "string", "const": "pdf" }, "data": { "description": "The credential and its document.", "type": "object", "additionalProperties": false, "required": ["credential"], "properties": { "credential": { "$ref": "#/$defs/EducationCredential" }, "document": { "description": "The URL of the PDF file, or null.", "$ref": "#/$defs/DocumentUrl" }, "partner_chain": { "description": "An alternative position for the `partner_chain` of the credential.", "$ref": "#/$defs/PartnerChain" } } } } };
var schema40 = { "description": "The absolute https URL of the document, or null. The file must be downloadable without authentication, so the URL must not contain user info (`user:password@`). The host must be a registered domain of the partner. The URL must be ASCII: percent-encode spaces and other characters, and write the host in Punycode. Outside production, a registered loopback host can use http.", "type": ["string", "null"], "maxLength": 2048, "format": "uri", "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#@\\\\]+([/?#]|$)", "x-message": "must be an absolute https URL in ASCII (percent-encoded), without user info", "x-valid-authority": true, "x-https": true, "x-registered-domain": true };
var formats12 = require_formats().fullFormats.uri;
var pattern9 = new RegExp("^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#@\\\\]+([/?#]|$)", "u");
function validate98(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string" && data !== null) {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: schema40.type }, message: "must be string,null", schema: schema40.type, parentSchema: schema40, data };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  if (typeof data === "string") {
    if (data.length > 2048 && func1(data) > 2048) {
      const err1 = { instancePath, schemaPath: "#/maxLength", keyword: "maxLength", params: { limit: 2048 }, message: "must NOT have more than 2048 characters", schema: 2048, parentSchema: schema40, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (!pattern9.test(data)) {
      const err2 = { instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { pattern: "^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#@\\\\]+([/?#]|$)" }, message: 'must match pattern "^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#@\\\\]+([/?#]|$)"', schema: "^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#@\\\\]+([/?#]|$)", parentSchema: schema40, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (!formats12(data)) {
      const err3 = { instancePath, schemaPath: "#/format", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"', schema: "uri", parentSchema: schema40, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (!this.registeredDomain(data)) {
      const err4 = { instancePath, schemaPath: "#/x-registered-domain", keyword: "x-registered-domain", params: {}, message: "x-registered-domain", schema: true, parentSchema: schema40, data };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    if (!this.https(data)) {
      const err5 = { instancePath, schemaPath: "#/x-https", keyword: "x-https", params: {}, message: "x-https", schema: true, parentSchema: schema40, data };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
    const part0 = this.invalidPart(data);
    if (part0 !== null) {
      const err6 = { instancePath, schemaPath: "#/x-valid-authority", keyword: "x-valid-authority", params: { part: part0 }, message: "x-valid-authority", schema: true, parentSchema: schema40, data };
      if (vErrors === null) {
        vErrors = [err6];
      } else {
        vErrors.push(err6);
      }
      errors++;
    }
  }
  validate98.errors = vErrors;
  return errors === 0;
}
function validate95(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'", schema: schema39.required, parentSchema: schema39, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.credential_type === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "credential_type" }, message: "must have required property 'credential_type'", schema: schema39.required, parentSchema: schema39, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.document_type === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "document_type" }, message: "must have required property 'document_type'", schema: schema39.required, parentSchema: schema39, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.data === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "data" }, message: "must have required property 'data'", schema: schema39.required, parentSchema: schema39, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "id" || key0 === "credential_type" || key0 === "document_type" || key0 === "data")) {
        const err4 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema39, data };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.id !== void 0) {
      if (!validate60.call(this, data.id, { instancePath: instancePath + "/id", parentData: data, parentDataProperty: "id", rootData })) {
        vErrors = vErrors === null ? validate60.errors : mergeErrors(vErrors, validate60.errors);
        errors = vErrors.length;
      }
    }
    if (data.credential_type !== void 0) {
      let data1 = data.credential_type;
      if (typeof data1 !== "string") {
        const err5 = { instancePath: instancePath + "/credential_type", schemaPath: "#/properties/credential_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema39.properties.credential_type.type, parentSchema: schema39.properties.credential_type, data: data1 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
      if ("education" !== data1) {
        const err6 = { instancePath: instancePath + "/credential_type", schemaPath: "#/properties/credential_type/const", keyword: "const", params: { allowedValue: "education" }, message: "must be equal to constant", schema: "education", parentSchema: schema39.properties.credential_type, data: data1 };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.document_type !== void 0) {
      let data2 = data.document_type;
      if (typeof data2 !== "string") {
        const err7 = { instancePath: instancePath + "/document_type", schemaPath: "#/properties/document_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema39.properties.document_type.type, parentSchema: schema39.properties.document_type, data: data2 };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
      if ("pdf" !== data2) {
        const err8 = { instancePath: instancePath + "/document_type", schemaPath: "#/properties/document_type/const", keyword: "const", params: { allowedValue: "pdf" }, message: "must be equal to constant", schema: "pdf", parentSchema: schema39.properties.document_type, data: data2 };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.data !== void 0) {
      let data3 = data.data;
      if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
        if (data3.credential === void 0) {
          const err9 = { instancePath: instancePath + "/data", schemaPath: "#/properties/data/required", keyword: "required", params: { missingProperty: "credential" }, message: "must have required property 'credential'", schema: schema39.properties.data.required, parentSchema: schema39.properties.data, data: data3 };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
        for (const key1 in data3) {
          if (errors >= 2e3) break;
          if (!(key1 === "credential" || key1 === "document" || key1 === "partner_chain")) {
            const err10 = { instancePath: instancePath + "/data", schemaPath: "#/properties/data/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties", schema: false, parentSchema: schema39.properties.data, data: data3 };
            if (vErrors === null) {
              vErrors = [err10];
            } else {
              vErrors.push(err10);
            }
            errors++;
          }
        }
        if (data3.credential !== void 0) {
          if (!validate62.call(this, data3.credential, { instancePath: instancePath + "/data/credential", parentData: data3, parentDataProperty: "credential", rootData })) {
            vErrors = vErrors === null ? validate62.errors : mergeErrors(vErrors, validate62.errors);
            errors = vErrors.length;
          }
        }
        if (data3.document !== void 0) {
          if (!validate98.call(this, data3.document, { instancePath: instancePath + "/data/document", parentData: data3, parentDataProperty: "document", rootData })) {
            vErrors = vErrors === null ? validate98.errors : mergeErrors(vErrors, validate98.errors);
            errors = vErrors.length;
          }
        }
        if (data3.partner_chain !== void 0) {
          if (!validate88.call(this, data3.partner_chain, { instancePath: instancePath + "/data/partner_chain", parentData: data3, parentDataProperty: "partner_chain", rootData })) {
            vErrors = vErrors === null ? validate88.errors : mergeErrors(vErrors, validate88.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err11 = { instancePath: instancePath + "/data", schemaPath: "#/properties/data/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema39.properties.data.type, parentSchema: schema39.properties.data, data: data3 };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
  } else {
    const err12 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema39.type, parentSchema: schema39, data };
    if (vErrors === null) {
      vErrors = [err12];
    } else {
      vErrors.push(err12);
    }
    errors++;
  }
  validate95.errors = vErrors;
  return errors === 0;
}
var schema41 = { "description": "An education qualification with an open certificate.", "type": "object", "additionalProperties": false, "required": ["id", "credential_type", "document_type", "data"], "properties": { "id": { "description": "The partner's identifier for the submission. Different partners can use the same identifier without a conflict. In a batch, it identifies the item.", "$ref": "#/$defs/Identifier" }, "credential_type": { "description": "The kind of the credential.", "type": "string", "const": "education" }, "document_type": { "description": "The type of the document: an open certificate.", "type": "string", "const": "open_cert" }, "data": { "description": "The credential and its document.", "type": "object", "additionalProperties": false, "required": ["credential"], "properties": { "credential": { "$ref": "#/$defs/EducationCredential" }, "document": { "description": "The content of the open certificate document, or null.", "$ref": "#/$defs/OpenCertificate" }, "partner_chain": { "description": "An alternative position for the `partner_chain` of the credential.", "$ref": "#/$defs/PartnerChain" } } } } };
var schema42 = { "description": "The content of an open certificate document: a string that contains a JSON object, or null. The maximum length is 1 MiB in UTF-8.", "type": ["string", "null"], "minLength": 1, "maxLength": 1048576, "pattern": "^[ \\t\\r\\n]*\\{[\\s\\S]*\\}[ \\t\\r\\n]*$", "x-message": "must contain a JSON object", "contentMediaType": "application/json", "contentSchema": { "type": "object" }, "x-go-type": "string", "x-max-bytes": 1048576 };
var pattern10 = new RegExp("^[ \\t\\r\\n]*\\{[\\s\\S]*\\}[ \\t\\r\\n]*$", "u");
function validate104(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string" && data !== null) {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: schema42.type }, message: "must be string,null", schema: schema42.type, parentSchema: schema42, data };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  if (typeof data === "string") {
    if (data.length > 1048576 && func1(data) > 1048576) {
      const err1 = { instancePath, schemaPath: "#/maxLength", keyword: "maxLength", params: { limit: 1048576 }, message: "must NOT have more than 1048576 characters", schema: 1048576, parentSchema: schema42, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.length < 1) {
      const err2 = { instancePath, schemaPath: "#/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters", schema: 1, parentSchema: schema42, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (!pattern10.test(data)) {
      const err3 = { instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { pattern: "^[ \\t\\r\\n]*\\{[\\s\\S]*\\}[ \\t\\r\\n]*$" }, message: 'must match pattern "^[ \\t\\r\\n]*\\{[\\s\\S]*\\}[ \\t\\r\\n]*$"', schema: "^[ \\t\\r\\n]*\\{[\\s\\S]*\\}[ \\t\\r\\n]*$", parentSchema: schema42, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (!this.jsonObject(data)) {
      const err4 = { instancePath, schemaPath: "#/contentMediaType", keyword: "contentMediaType", params: {}, message: "contentMediaType", schema: "application/json", parentSchema: schema42, data };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    if (!this.maxBytes(data, 1048576)) {
      const err5 = { instancePath, schemaPath: "#/x-max-bytes", keyword: "x-max-bytes", params: {}, message: "x-max-bytes", schema: 1048576, parentSchema: schema42, data };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
  }
  validate104.errors = vErrors;
  return errors === 0;
}
function validate101(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'", schema: schema41.required, parentSchema: schema41, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.credential_type === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "credential_type" }, message: "must have required property 'credential_type'", schema: schema41.required, parentSchema: schema41, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.document_type === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "document_type" }, message: "must have required property 'document_type'", schema: schema41.required, parentSchema: schema41, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.data === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "data" }, message: "must have required property 'data'", schema: schema41.required, parentSchema: schema41, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "id" || key0 === "credential_type" || key0 === "document_type" || key0 === "data")) {
        const err4 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema41, data };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.id !== void 0) {
      if (!validate60.call(this, data.id, { instancePath: instancePath + "/id", parentData: data, parentDataProperty: "id", rootData })) {
        vErrors = vErrors === null ? validate60.errors : mergeErrors(vErrors, validate60.errors);
        errors = vErrors.length;
      }
    }
    if (data.credential_type !== void 0) {
      let data1 = data.credential_type;
      if (typeof data1 !== "string") {
        const err5 = { instancePath: instancePath + "/credential_type", schemaPath: "#/properties/credential_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema41.properties.credential_type.type, parentSchema: schema41.properties.credential_type, data: data1 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
      if ("education" !== data1) {
        const err6 = { instancePath: instancePath + "/credential_type", schemaPath: "#/properties/credential_type/const", keyword: "const", params: { allowedValue: "education" }, message: "must be equal to constant", schema: "education", parentSchema: schema41.properties.credential_type, data: data1 };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.document_type !== void 0) {
      let data2 = data.document_type;
      if (typeof data2 !== "string") {
        const err7 = { instancePath: instancePath + "/document_type", schemaPath: "#/properties/document_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema41.properties.document_type.type, parentSchema: schema41.properties.document_type, data: data2 };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
      if ("open_cert" !== data2) {
        const err8 = { instancePath: instancePath + "/document_type", schemaPath: "#/properties/document_type/const", keyword: "const", params: { allowedValue: "open_cert" }, message: "must be equal to constant", schema: "open_cert", parentSchema: schema41.properties.document_type, data: data2 };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.data !== void 0) {
      let data3 = data.data;
      if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
        if (data3.credential === void 0) {
          const err9 = { instancePath: instancePath + "/data", schemaPath: "#/properties/data/required", keyword: "required", params: { missingProperty: "credential" }, message: "must have required property 'credential'", schema: schema41.properties.data.required, parentSchema: schema41.properties.data, data: data3 };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
        for (const key1 in data3) {
          if (errors >= 2e3) break;
          if (!(key1 === "credential" || key1 === "document" || key1 === "partner_chain")) {
            const err10 = { instancePath: instancePath + "/data", schemaPath: "#/properties/data/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties", schema: false, parentSchema: schema41.properties.data, data: data3 };
            if (vErrors === null) {
              vErrors = [err10];
            } else {
              vErrors.push(err10);
            }
            errors++;
          }
        }
        if (data3.credential !== void 0) {
          if (!validate62.call(this, data3.credential, { instancePath: instancePath + "/data/credential", parentData: data3, parentDataProperty: "credential", rootData })) {
            vErrors = vErrors === null ? validate62.errors : mergeErrors(vErrors, validate62.errors);
            errors = vErrors.length;
          }
        }
        if (data3.document !== void 0) {
          if (!validate104.call(this, data3.document, { instancePath: instancePath + "/data/document", parentData: data3, parentDataProperty: "document", rootData })) {
            vErrors = vErrors === null ? validate104.errors : mergeErrors(vErrors, validate104.errors);
            errors = vErrors.length;
          }
        }
        if (data3.partner_chain !== void 0) {
          if (!validate88.call(this, data3.partner_chain, { instancePath: instancePath + "/data/partner_chain", parentData: data3, parentDataProperty: "partner_chain", rootData })) {
            vErrors = vErrors === null ? validate88.errors : mergeErrors(vErrors, validate88.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err11 = { instancePath: instancePath + "/data", schemaPath: "#/properties/data/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema41.properties.data.type, parentSchema: schema41.properties.data, data: data3 };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
  } else {
    const err12 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema41.type, parentSchema: schema41, data };
    if (vErrors === null) {
      vErrors = [err12];
    } else {
      vErrors.push(err12);
    }
    errors++;
  }
  validate101.errors = vErrors;
  return errors === 0;
}
var schema43 = { "description": "An education qualification without a document.", "type": "object", "additionalProperties": false, "required": ["id", "credential_type", "document_type", "data"], "properties": { "id": { "description": "The partner's identifier for the submission. Different partners can use the same identifier without a conflict. In a batch, it identifies the item.", "$ref": "#/$defs/Identifier" }, "credential_type": { "description": "The kind of the credential.", "type": "string", "const": "education" }, "document_type": { "description": "The submission has no document.", "type": "string", "const": "none" }, "data": { "description": "The credential and its document.", "type": "object", "additionalProperties": false, "required": ["credential"], "properties": { "credential": { "$ref": "#/$defs/EducationCredential" }, "document": { "description": "Null or absent, because the submission has no document.", "type": ["string", "null"], "not": { "type": "string" }, "x-message": "must be null or absent when document_type is none" }, "partner_chain": { "description": "An alternative position for the `partner_chain` of the credential.", "$ref": "#/$defs/PartnerChain" } } } } };
function validate107(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'", schema: schema43.required, parentSchema: schema43, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.credential_type === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "credential_type" }, message: "must have required property 'credential_type'", schema: schema43.required, parentSchema: schema43, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.document_type === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "document_type" }, message: "must have required property 'document_type'", schema: schema43.required, parentSchema: schema43, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.data === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "data" }, message: "must have required property 'data'", schema: schema43.required, parentSchema: schema43, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "id" || key0 === "credential_type" || key0 === "document_type" || key0 === "data")) {
        const err4 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema43, data };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.id !== void 0) {
      if (!validate60.call(this, data.id, { instancePath: instancePath + "/id", parentData: data, parentDataProperty: "id", rootData })) {
        vErrors = vErrors === null ? validate60.errors : mergeErrors(vErrors, validate60.errors);
        errors = vErrors.length;
      }
    }
    if (data.credential_type !== void 0) {
      let data1 = data.credential_type;
      if (typeof data1 !== "string") {
        const err5 = { instancePath: instancePath + "/credential_type", schemaPath: "#/properties/credential_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema43.properties.credential_type.type, parentSchema: schema43.properties.credential_type, data: data1 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
      if ("education" !== data1) {
        const err6 = { instancePath: instancePath + "/credential_type", schemaPath: "#/properties/credential_type/const", keyword: "const", params: { allowedValue: "education" }, message: "must be equal to constant", schema: "education", parentSchema: schema43.properties.credential_type, data: data1 };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.document_type !== void 0) {
      let data2 = data.document_type;
      if (typeof data2 !== "string") {
        const err7 = { instancePath: instancePath + "/document_type", schemaPath: "#/properties/document_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema43.properties.document_type.type, parentSchema: schema43.properties.document_type, data: data2 };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
      if ("none" !== data2) {
        const err8 = { instancePath: instancePath + "/document_type", schemaPath: "#/properties/document_type/const", keyword: "const", params: { allowedValue: "none" }, message: "must be equal to constant", schema: "none", parentSchema: schema43.properties.document_type, data: data2 };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.data !== void 0) {
      let data3 = data.data;
      if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
        if (data3.credential === void 0) {
          const err9 = { instancePath: instancePath + "/data", schemaPath: "#/properties/data/required", keyword: "required", params: { missingProperty: "credential" }, message: "must have required property 'credential'", schema: schema43.properties.data.required, parentSchema: schema43.properties.data, data: data3 };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
        for (const key1 in data3) {
          if (errors >= 2e3) break;
          if (!(key1 === "credential" || key1 === "document" || key1 === "partner_chain")) {
            const err10 = { instancePath: instancePath + "/data", schemaPath: "#/properties/data/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties", schema: false, parentSchema: schema43.properties.data, data: data3 };
            if (vErrors === null) {
              vErrors = [err10];
            } else {
              vErrors.push(err10);
            }
            errors++;
          }
        }
        if (data3.credential !== void 0) {
          if (!validate62.call(this, data3.credential, { instancePath: instancePath + "/data/credential", parentData: data3, parentDataProperty: "credential", rootData })) {
            vErrors = vErrors === null ? validate62.errors : mergeErrors(vErrors, validate62.errors);
            errors = vErrors.length;
          }
        }
        if (data3.document !== void 0) {
          let data5 = data3.document;
          if (typeof data5 !== "string" && data5 !== null) {
            const err11 = { instancePath: instancePath + "/data/document", schemaPath: "#/properties/data/properties/document/type", keyword: "type", params: { type: schema43.properties.data.properties.document.type }, message: "must be string,null", schema: schema43.properties.data.properties.document.type, parentSchema: schema43.properties.data.properties.document, data: data5 };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
          const _errs13 = errors;
          const _errs14 = errors;
          if (typeof data5 !== "string") {
            const err12 = {};
            if (vErrors === null) {
              vErrors = [err12];
            } else {
              vErrors.push(err12);
            }
            errors++;
          }
          var valid2 = _errs14 === errors;
          if (valid2) {
            const err13 = { instancePath: instancePath + "/data/document", schemaPath: "#/properties/data/properties/document/not", keyword: "not", params: {}, message: "must NOT be valid", schema: schema43.properties.data.properties.document.not, parentSchema: schema43.properties.data.properties.document, data: data5 };
            if (vErrors === null) {
              vErrors = [err13];
            } else {
              vErrors.push(err13);
            }
            errors++;
          } else {
            errors = _errs13;
            if (vErrors !== null) {
              if (_errs13) {
                vErrors.length = _errs13;
              } else {
                vErrors = null;
              }
            }
          }
        }
        if (data3.partner_chain !== void 0) {
          if (!validate88.call(this, data3.partner_chain, { instancePath: instancePath + "/data/partner_chain", parentData: data3, parentDataProperty: "partner_chain", rootData })) {
            vErrors = vErrors === null ? validate88.errors : mergeErrors(vErrors, validate88.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err14 = { instancePath: instancePath + "/data", schemaPath: "#/properties/data/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema43.properties.data.type, parentSchema: schema43.properties.data, data: data3 };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
    }
  } else {
    const err15 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema43.type, parentSchema: schema43, data };
    if (vErrors === null) {
      vErrors = [err15];
    } else {
      vErrors.push(err15);
    }
    errors++;
  }
  validate107.errors = vErrors;
  return errors === 0;
}
function validate59(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs2 = errors;
  let valid0 = true;
  const _errs3 = errors;
  if (errors === _errs3) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.document_type === void 0 && (missing0 = "document_type")) {
        const err0 = {};
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      } else {
        if (data.document_type !== void 0) {
          let data0 = data.document_type;
          if (typeof data0 !== "string") {
            const err1 = {};
            if (vErrors === null) {
              vErrors = [err1];
            } else {
              vErrors.push(err1);
            }
            errors++;
          }
          if (!(data0 === "pdf" || data0 === "open_cert" || data0 === "none")) {
            const err2 = {};
            if (vErrors === null) {
              vErrors = [err2];
            } else {
              vErrors.push(err2);
            }
            errors++;
          }
        }
      }
    } else {
      const err3 = {};
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
  }
  var _valid0 = _errs3 === errors;
  errors = _errs2;
  if (vErrors !== null) {
    if (_errs2) {
      vErrors.length = _errs2;
    } else {
      vErrors = null;
    }
  }
  if (!_valid0) {
    const _errs7 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.id === void 0) {
        const err4 = { instancePath, schemaPath: "#/else/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'", schema: schema26.else.required, parentSchema: schema26.else, data };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
      if (data.credential_type === void 0) {
        const err5 = { instancePath, schemaPath: "#/else/required", keyword: "required", params: { missingProperty: "credential_type" }, message: "must have required property 'credential_type'", schema: schema26.else.required, parentSchema: schema26.else, data };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
      if (data.document_type === void 0) {
        const err6 = { instancePath, schemaPath: "#/else/required", keyword: "required", params: { missingProperty: "document_type" }, message: "must have required property 'document_type'", schema: schema26.else.required, parentSchema: schema26.else, data };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
      if (data.data === void 0) {
        const err7 = { instancePath, schemaPath: "#/else/required", keyword: "required", params: { missingProperty: "data" }, message: "must have required property 'data'", schema: schema26.else.required, parentSchema: schema26.else, data };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
      for (const key0 in data) {
        if (errors >= 2e3) break;
        if (!(key0 === "id" || key0 === "credential_type" || key0 === "document_type" || key0 === "data")) {
          const err8 = { instancePath, schemaPath: "#/else/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema26.else, data };
          if (vErrors === null) {
            vErrors = [err8];
          } else {
            vErrors.push(err8);
          }
          errors++;
        }
      }
      if (data.id !== void 0) {
        if (!validate60.call(this, data.id, { instancePath: instancePath + "/id", parentData: data, parentDataProperty: "id", rootData })) {
          vErrors = vErrors === null ? validate60.errors : mergeErrors(vErrors, validate60.errors);
          errors = vErrors.length;
        }
      }
      if (data.credential_type !== void 0) {
        let data2 = data.credential_type;
        if (typeof data2 !== "string") {
          const err9 = { instancePath: instancePath + "/credential_type", schemaPath: "#/else/properties/credential_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema26.else.properties.credential_type.type, parentSchema: schema26.else.properties.credential_type, data: data2 };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
        if ("education" !== data2) {
          const err10 = { instancePath: instancePath + "/credential_type", schemaPath: "#/else/properties/credential_type/const", keyword: "const", params: { allowedValue: "education" }, message: "must be equal to constant", schema: "education", parentSchema: schema26.else.properties.credential_type, data: data2 };
          if (vErrors === null) {
            vErrors = [err10];
          } else {
            vErrors.push(err10);
          }
          errors++;
        }
      }
      if (data.document_type !== void 0) {
        let data3 = data.document_type;
        if (typeof data3 !== "string") {
          const err11 = { instancePath: instancePath + "/document_type", schemaPath: "#/else/properties/document_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema26.else.properties.document_type.type, parentSchema: schema26.else.properties.document_type, data: data3 };
          if (vErrors === null) {
            vErrors = [err11];
          } else {
            vErrors.push(err11);
          }
          errors++;
        }
        if (!(data3 === "pdf" || data3 === "open_cert" || data3 === "none")) {
          const err12 = { instancePath: instancePath + "/document_type", schemaPath: "#/else/properties/document_type/enum", keyword: "enum", params: { allowedValues: schema26.else.properties.document_type.enum }, message: "must be equal to one of the allowed values", schema: schema26.else.properties.document_type.enum, parentSchema: schema26.else.properties.document_type, data: data3 };
          if (vErrors === null) {
            vErrors = [err12];
          } else {
            vErrors.push(err12);
          }
          errors++;
        }
      }
      if (data.data !== void 0) {
        let data4 = data.data;
        if (data4 && typeof data4 == "object" && !Array.isArray(data4)) {
          if (data4.credential === void 0) {
            const err13 = { instancePath: instancePath + "/data", schemaPath: "#/else/properties/data/required", keyword: "required", params: { missingProperty: "credential" }, message: "must have required property 'credential'", schema: schema26.else.properties.data.required, parentSchema: schema26.else.properties.data, data: data4 };
            if (vErrors === null) {
              vErrors = [err13];
            } else {
              vErrors.push(err13);
            }
            errors++;
          }
          for (const key1 in data4) {
            if (errors >= 2e3) break;
            if (!(key1 === "credential" || key1 === "document" || key1 === "partner_chain")) {
              const err14 = { instancePath: instancePath + "/data", schemaPath: "#/else/properties/data/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties", schema: false, parentSchema: schema26.else.properties.data, data: data4 };
              if (vErrors === null) {
                vErrors = [err14];
              } else {
                vErrors.push(err14);
              }
              errors++;
            }
          }
          if (data4.credential !== void 0) {
            if (!validate62.call(this, data4.credential, { instancePath: instancePath + "/data/credential", parentData: data4, parentDataProperty: "credential", rootData })) {
              vErrors = vErrors === null ? validate62.errors : mergeErrors(vErrors, validate62.errors);
              errors = vErrors.length;
            }
          }
          if (data4.document !== void 0) {
            let data6 = data4.document;
            if (typeof data6 !== "string" && data6 !== null) {
              const err15 = { instancePath: instancePath + "/data/document", schemaPath: "#/else/properties/data/properties/document/type", keyword: "type", params: { type: schema26.else.properties.data.properties.document.type }, message: "must be string,null", schema: schema26.else.properties.data.properties.document.type, parentSchema: schema26.else.properties.data.properties.document, data: data6 };
              if (vErrors === null) {
                vErrors = [err15];
              } else {
                vErrors.push(err15);
              }
              errors++;
            }
          }
          if (data4.partner_chain !== void 0) {
            if (!validate88.call(this, data4.partner_chain, { instancePath: instancePath + "/data/partner_chain", parentData: data4, parentDataProperty: "partner_chain", rootData })) {
              vErrors = vErrors === null ? validate88.errors : mergeErrors(vErrors, validate88.errors);
              errors = vErrors.length;
            }
          }
        } else {
          const err16 = { instancePath: instancePath + "/data", schemaPath: "#/else/properties/data/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema26.else.properties.data.type, parentSchema: schema26.else.properties.data, data: data4 };
          if (vErrors === null) {
            vErrors = [err16];
          } else {
            vErrors.push(err16);
          }
          errors++;
        }
      }
    } else {
      const err17 = { instancePath, schemaPath: "#/else/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema26.else.type, parentSchema: schema26.else, data };
      if (vErrors === null) {
        vErrors = [err17];
      } else {
        vErrors.push(err17);
      }
      errors++;
    }
    var _valid0 = _errs7 === errors;
    valid0 = _valid0;
  }
  if (!valid0) {
    const err18 = { instancePath, schemaPath: "#/if", keyword: "if", params: { failingKeyword: "else" }, message: 'must match "else" schema', schema: schema26.if, parentSchema: schema26, data };
    if (vErrors === null) {
      vErrors = [err18];
    } else {
      vErrors.push(err18);
    }
    errors++;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    const tag0 = data.document_type;
    if (typeof tag0 == "string") {
      if (tag0 === "pdf") {
        if (!validate95.call(this, data, { instancePath, parentData, parentDataProperty, rootData })) {
          vErrors = vErrors === null ? validate95.errors : mergeErrors(vErrors, validate95.errors);
          errors = vErrors.length;
        }
      } else if (tag0 === "open_cert") {
        if (!validate101.call(this, data, { instancePath, parentData, parentDataProperty, rootData })) {
          vErrors = vErrors === null ? validate101.errors : mergeErrors(vErrors, validate101.errors);
          errors = vErrors.length;
        }
      } else if (tag0 === "none") {
        if (!validate107.call(this, data, { instancePath, parentData, parentDataProperty, rootData })) {
          vErrors = vErrors === null ? validate107.errors : mergeErrors(vErrors, validate107.errors);
          errors = vErrors.length;
        }
      } else {
        const err19 = { instancePath, schemaPath: "#/discriminator", keyword: "discriminator", params: { error: "mapping", tag: "document_type", tagValue: tag0 }, message: 'value of tag "document_type" must be in oneOf', schema: schema26.discriminator, parentSchema: schema26, data };
        if (vErrors === null) {
          vErrors = [err19];
        } else {
          vErrors.push(err19);
        }
        errors++;
      }
    } else {
      const err20 = { instancePath, schemaPath: "#/discriminator", keyword: "discriminator", params: { error: "tag", tag: "document_type", tagValue: tag0 }, message: 'tag "document_type" must be string', schema: schema26.discriminator, parentSchema: schema26, data };
      if (vErrors === null) {
        vErrors = [err20];
      } else {
        vErrors.push(err20);
      }
      errors++;
    }
  } else {
    const err21 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema26.type, parentSchema: schema26, data };
    if (vErrors === null) {
      vErrors = [err21];
    } else {
      vErrors.push(err21);
    }
    errors++;
  }
  validate59.errors = vErrors;
  return errors === 0;
}
var addEducation_201 = validate114;
var schema44 = { "description": "The link for the user, and the warnings about the request.", "type": "object", "required": ["redirect_uri"], "properties": { "redirect_uri": { "$ref": "#/$defs/RedirectUri" }, "warnings": { "$ref": "#/$defs/Warnings" } } };
var schema45 = { "description": "The URL to send the user's browser to: `{app_url}/partner/add/<type>#clientId=..&documentType=..&content=..`. `<type>` is the credential type in camelCase, such as `rightToWork`, or `batch`. `content` is the service's identifier for the submission. The link of a batch has no `documentType`. Each value is percent-encoded. Some clients print `&` as the escape sequence `\\u0026`: replace it with `&`.", "type": "string", "format": "uri", "pattern": "^https?://[^#]+/partner/add/[a-zA-Z]+#clientId=[^&]+(&documentType=[^&]+)?&content=[^&]+$", "x-serves": "text/html" };
var pattern11 = new RegExp("^https?://[^#]+/partner/add/[a-zA-Z]+#clientId=[^&]+(&documentType=[^&]+)?&content=[^&]+$", "u");
function validate115(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data === "string") {
    if (!pattern11.test(data)) {
      const err0 = { instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { pattern: "^https?://[^#]+/partner/add/[a-zA-Z]+#clientId=[^&]+(&documentType=[^&]+)?&content=[^&]+$" }, message: 'must match pattern "^https?://[^#]+/partner/add/[a-zA-Z]+#clientId=[^&]+(&documentType=[^&]+)?&content=[^&]+$"', schema: "^https?://[^#]+/partner/add/[a-zA-Z]+#clientId=[^&]+(&documentType=[^&]+)?&content=[^&]+$", parentSchema: schema45, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (!formats12(data)) {
      const err1 = { instancePath, schemaPath: "#/format", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"', schema: "uri", parentSchema: schema45, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
  } else {
    const err2 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema45.type, parentSchema: schema45, data };
    if (vErrors === null) {
      vErrors = [err2];
    } else {
      vErrors.push(err2);
    }
    errors++;
  }
  validate115.errors = vErrors;
  return errors === 0;
}
var schema46 = { "description": "Values in the body of this request that look wrong, up to 1,000. The service has accepted them. Absent if there are no warnings. A repeated request (`Idempotent-Replayed: true`) gets the warnings about its own body, so an exact retry gets the same warnings. If its content differs from the first request, it also gets `different_content` for each property, or item of a list, at the top level of the body that differs. The order of properties in an object and white space do not matter. After the content of the first request was erased, there is no such warning. New warnings can be added at any time.", "type": "array", "minItems": 1, "maxItems": 1e3, "items": { "$ref": "#/$defs/Warning" } };
var schema47 = { "description": "A value that looks wrong.", "type": "object", "required": ["pointer", "code", "detail"], "properties": { "pointer": { "description": "The property with the value, as a JSON Pointer (RFC 6901) into the body of the request.", "type": "string" }, "code": { "$ref": "#/$defs/WarningCode" }, "detail": { "description": "An explanation of the warning, and how to fix the value. It never contains values from the request, except for words that a naming rule lists.", "type": "string", "minLength": 1 } } };
var schema48 = { "description": "What the value looks like. Later versions can add values. `placeholder`: a text for a missing value. `generic`: generic words that name nothing. `abbreviation`: an abbreviation. `spelling`: a variant spelling. `honours`: honours or their class. `major`: a major in the wrong property. `awaiting_graduation`: a degree that is not yet conferred. `guessable`: a `request_id` that others can guess. `contradiction`: a value that another property contradicts. `future`: a year or a date that is too far in the future. `different_content`: content that the service did not store, because the identifier was used before with different content.", "type": "string", "x-extensible-enum": ["placeholder", "generic", "abbreviation", "spelling", "honours", "major", "awaiting_graduation", "guessable", "contradiction", "future", "different_content"] };
var keyword0 = { "enum": ["placeholder", "generic", "abbreviation", "spelling", "honours", "major", "awaiting_graduation", "guessable", "contradiction", "future", "different_content"] };
function validate119(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema48.type, parentSchema: schema48, data };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  const _errs2 = errors;
  if (!(data === "placeholder" || data === "generic" || data === "abbreviation" || data === "spelling" || data === "honours" || data === "major" || data === "awaiting_graduation" || data === "guessable" || data === "contradiction" || data === "future" || data === "different_content")) {
    const err1 = { instancePath, schemaPath: "#/x-extensible-enum/enum", keyword: "enum", params: { allowedValues: keyword0.enum }, message: "must be equal to one of the allowed values", schema: keyword0.enum, parentSchema: keyword0, data };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  var valid0 = _errs2 === errors;
  if (!valid0) {
    const err2 = { instancePath, schemaPath: "#/x-extensible-enum", keyword: "x-extensible-enum", params: {}, message: 'must pass "x-extensible-enum" keyword validation', schema: schema48["x-extensible-enum"], parentSchema: schema48, data };
    if (vErrors === null) {
      vErrors = [err2];
    } else {
      vErrors.push(err2);
    }
    errors++;
  }
  validate119.errors = vErrors;
  return errors === 0;
}
function validate118(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.pointer === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "pointer" }, message: "must have required property 'pointer'", schema: schema47.required, parentSchema: schema47, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.code === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "code" }, message: "must have required property 'code'", schema: schema47.required, parentSchema: schema47, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.detail === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "detail" }, message: "must have required property 'detail'", schema: schema47.required, parentSchema: schema47, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.pointer !== void 0) {
      let data0 = data.pointer;
      if (typeof data0 !== "string") {
        const err3 = { instancePath: instancePath + "/pointer", schemaPath: "#/properties/pointer/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema47.properties.pointer.type, parentSchema: schema47.properties.pointer, data: data0 };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.code !== void 0) {
      if (!validate119.call(this, data.code, { instancePath: instancePath + "/code", parentData: data, parentDataProperty: "code", rootData })) {
        vErrors = vErrors === null ? validate119.errors : mergeErrors(vErrors, validate119.errors);
        errors = vErrors.length;
      }
    }
    if (data.detail !== void 0) {
      let data2 = data.detail;
      if (typeof data2 === "string") {
        if (data2.length < 1) {
          const err4 = { instancePath: instancePath + "/detail", schemaPath: "#/properties/detail/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters", schema: 1, parentSchema: schema47.properties.detail, data: data2 };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
      } else {
        const err5 = { instancePath: instancePath + "/detail", schemaPath: "#/properties/detail/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema47.properties.detail.type, parentSchema: schema47.properties.detail, data: data2 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
  } else {
    const err6 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema47.type, parentSchema: schema47, data };
    if (vErrors === null) {
      vErrors = [err6];
    } else {
      vErrors.push(err6);
    }
    errors++;
  }
  validate118.errors = vErrors;
  return errors === 0;
}
function validate117(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (Array.isArray(data)) {
    if (data.length > 1e3) {
      const err0 = { instancePath, schemaPath: "#/maxItems", keyword: "maxItems", params: { limit: 1e3 }, message: "must NOT have more than 1000 items", schema: 1e3, parentSchema: schema46, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.length < 1) {
      const err1 = { instancePath, schemaPath: "#/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items", schema: 1, parentSchema: schema46, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    const len0 = data.length;
    for (let i0 = 0; i0 < len0 && errors < 2e3; i0++) {
      if (!validate118.call(this, data[i0], { instancePath: instancePath + "/" + i0, parentData: data, parentDataProperty: i0, rootData })) {
        vErrors = vErrors === null ? validate118.errors : mergeErrors(vErrors, validate118.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err2 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema46.type, parentSchema: schema46, data };
    if (vErrors === null) {
      vErrors = [err2];
    } else {
      vErrors.push(err2);
    }
    errors++;
  }
  validate117.errors = vErrors;
  return errors === 0;
}
function validate114(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.redirect_uri === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "redirect_uri" }, message: "must have required property 'redirect_uri'", schema: schema44.required, parentSchema: schema44, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.redirect_uri !== void 0) {
      if (!validate115.call(this, data.redirect_uri, { instancePath: instancePath + "/redirect_uri", parentData: data, parentDataProperty: "redirect_uri", rootData })) {
        vErrors = vErrors === null ? validate115.errors : mergeErrors(vErrors, validate115.errors);
        errors = vErrors.length;
      }
    }
    if (data.warnings !== void 0) {
      if (!validate117.call(this, data.warnings, { instancePath: instancePath + "/warnings", parentData: data, parentDataProperty: "warnings", rootData })) {
        vErrors = vErrors === null ? validate117.errors : mergeErrors(vErrors, validate117.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema44.type, parentSchema: schema44, data };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  validate114.errors = vErrors;
  return errors === 0;
}
var addEducation_201_headers = validate123;
var schema49 = { "type": "object", "required": ["x-request-id", "location"], "properties": { "x-request-id": { "type": "string", "format": "uuid" }, "location": { "type": "string", "format": "uri", "x-value": "{$server.url}/api/partner/v1/submissions/{uri $request.body#/id}/status.json" }, "idempotent-replayed": { "type": "string", "const": "true" }, "ratelimit": { "type": "string", "pattern": '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, "ratelimit-policy": { "type": "string", "pattern": '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' } } };
var pattern12 = new RegExp('^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$', "u");
function validate123(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data["x-request-id"] === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "x-request-id" }, message: "must have required property 'x-request-id'", schema: schema49.required, parentSchema: schema49, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.location === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "location" }, message: "must have required property 'location'", schema: schema49.required, parentSchema: schema49, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data["x-request-id"] !== void 0) {
      let data0 = data["x-request-id"];
      if (typeof data0 === "string") {
        if (!formats2.test(data0)) {
          const err2 = { instancePath: instancePath + "/x-request-id", schemaPath: "#/properties/x-request-id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"', schema: "uuid", parentSchema: schema49.properties["x-request-id"], data: data0 };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      } else {
        const err3 = { instancePath: instancePath + "/x-request-id", schemaPath: "#/properties/x-request-id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema49.properties["x-request-id"].type, parentSchema: schema49.properties["x-request-id"], data: data0 };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.location !== void 0) {
      let data1 = data.location;
      if (typeof data1 === "string") {
        if (!formats12(data1)) {
          const err4 = { instancePath: instancePath + "/location", schemaPath: "#/properties/location/format", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"', schema: "uri", parentSchema: schema49.properties.location, data: data1 };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
      } else {
        const err5 = { instancePath: instancePath + "/location", schemaPath: "#/properties/location/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema49.properties.location.type, parentSchema: schema49.properties.location, data: data1 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data["idempotent-replayed"] !== void 0) {
      let data2 = data["idempotent-replayed"];
      if (typeof data2 !== "string") {
        const err6 = { instancePath: instancePath + "/idempotent-replayed", schemaPath: "#/properties/idempotent-replayed/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema49.properties["idempotent-replayed"].type, parentSchema: schema49.properties["idempotent-replayed"], data: data2 };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
      if ("true" !== data2) {
        const err7 = { instancePath: instancePath + "/idempotent-replayed", schemaPath: "#/properties/idempotent-replayed/const", keyword: "const", params: { allowedValue: "true" }, message: "must be equal to constant", schema: "true", parentSchema: schema49.properties["idempotent-replayed"], data: data2 };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    if (data.ratelimit !== void 0) {
      let data3 = data.ratelimit;
      if (typeof data3 === "string") {
        if (!pattern12.test(data3)) {
          const err8 = { instancePath: instancePath + "/ratelimit", schemaPath: "#/properties/ratelimit/pattern", keyword: "pattern", params: { pattern: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, message: 'must match pattern "^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$"', schema: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$', parentSchema: schema49.properties.ratelimit, data: data3 };
          if (vErrors === null) {
            vErrors = [err8];
          } else {
            vErrors.push(err8);
          }
          errors++;
        }
      } else {
        const err9 = { instancePath: instancePath + "/ratelimit", schemaPath: "#/properties/ratelimit/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema49.properties.ratelimit.type, parentSchema: schema49.properties.ratelimit, data: data3 };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
    if (data["ratelimit-policy"] !== void 0) {
      let data4 = data["ratelimit-policy"];
      if (typeof data4 === "string") {
        if (!pattern12.test(data4)) {
          const err10 = { instancePath: instancePath + "/ratelimit-policy", schemaPath: "#/properties/ratelimit-policy/pattern", keyword: "pattern", params: { pattern: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, message: 'must match pattern "^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$"', schema: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$', parentSchema: schema49.properties["ratelimit-policy"], data: data4 };
          if (vErrors === null) {
            vErrors = [err10];
          } else {
            vErrors.push(err10);
          }
          errors++;
        }
      } else {
        const err11 = { instancePath: instancePath + "/ratelimit-policy", schemaPath: "#/properties/ratelimit-policy/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema49.properties["ratelimit-policy"].type, parentSchema: schema49.properties["ratelimit-policy"], data: data4 };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
  } else {
    const err12 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema49.type, parentSchema: schema49, data };
    if (vErrors === null) {
      vErrors = [err12];
    } else {
      vErrors.push(err12);
    }
    errors++;
  }
  validate123.errors = vErrors;
  return errors === 0;
}
var addEducation_400 = validate124;
var schema50 = { "description": "The body cannot be read as JSON.", "allOf": [{ "$ref": "#/$defs/Problem" }, { "type": "object", "properties": { "errors": { "description": "The first property that an object in the body contains twice. Absent if the body is not valid JSON.", "type": "array", "minItems": 1, "maxItems": 1, "items": { "$ref": "#/$defs/Violation" } } } }] };
var schema51 = { "description": "A problem document (RFC 9457). Later versions can add properties.", "type": "object", "required": ["type", "title", "status", "detail", "code", "request_id"], "properties": { "type": { "description": "A stable URL that identifies the problem and redirects to its explanation.", "type": "string", "format": "uri", "x-value": "{$server.url}/problems/{$response.body#/code}" }, "title": { "description": "A short title of the problem. The title is the same for every occurrence.", "type": "string", "minLength": 1 }, "status": { "description": "The HTTP status code of the response.", "type": "integer", "format": "int32", "minimum": 400, "maximum": 599 }, "detail": { "description": "An explanation of this occurrence of the problem, and how to fix it. The explanation never contains values from the request.", "type": "string", "minLength": 1 }, "code": { "$ref": "#/$defs/ProblemCode" }, "request_id": { "description": "The `X-Request-Id` of the response. Quote it when you ask for help.", "type": "string", "format": "uuid" } } };
var schema52 = { "description": "The error code. Branch on this value. Later versions can add values: handle an unknown code by the status of the response.", "type": "string", "x-problems": { "malformed_request": { "status": 400, "title": "The request is not valid HTTP", "explanation": "The request is not complete, well-formed HTTP, or its target or its `Host` header is not valid. HTTP client libraries do not send such requests, so check the proxies between your program and the service. A sandbox also returns this problem if it does not recognise the host name in `Host`. The operator of the sandbox can add host names with `SANDBOX_HOSTS`." }, "malformed_json": { "status": 400, "title": "The body is not valid JSON", "explanation": "The body is not valid JSON in UTF-8. Check the quotes, the commas, and the encoding. The service also rejects an object that contains a property twice, because programs disagree about which value counts. In that case, `errors` contains the property." }, "invalid_preference": { "status": 400, "title": "The mock does not know the preference", "explanation": "Only the mock returns this problem. The `Prefer` header is malformed, contains a preference that the mock does not know, or names a status or an example that the operation does not have. The `detail` of the problem lists the known preferences, or the statuses and examples of the operation. See [Testing](#tag/Testing/Mock)." }, "unauthenticated": { "status": 401, "title": "No valid access token", "explanation": "The request has no token in `Authorization: Bearer`, the token has expired or was not issued by this service, or the partner is disabled. Request a new token." }, "insufficient_scope": { "status": 403, "title": "The token lacks a scope", "explanation": "The token is valid, but lacks the scope that the `WWW-Authenticate` header names. Request a token with that scope. In a v2 batch, each list that is not empty requires its own scope." }, "vouching_not_allowed": { "status": 403, "title": "The partner may not submit digital identities", "explanation": "A v2 batch contains a digital identity, and the operator has not allowed you to submit digital identities. Ask the operator for this right. A new token does not help. The service checks this right after all other rules." }, "invalid_upload_link": { "status": 403, "title": "The upload link is not valid", "explanation": "The upload link was changed or truncated, has expired, belongs to a submission that no longer accepts files, because the user has consented or the submission is canceled, or belongs to a disabled partner. Use the link exactly as it is in the response." }, "not_found": { "status": 404, "title": "Not found", "explanation": "The path does not exist or has invalid percent-encoding, no resource has this id, or the resource belongs to another partner. The response is the same in all cases." }, "method_not_allowed": { "status": 405, "title": "The method is not allowed", "explanation": "The path exists, but does not support this method. The `Allow` header lists the supported methods." }, "request_timeout": { "status": 408, "title": "The request took too long to arrive", "explanation": "The request line and headers did not arrive within 1 minute, the whole request did not arrive within 2 minutes, or the body arrived too slowly (see [Limits](#tag/Limits)). Send the request again." }, "id_conflict": { "status": 409, "title": "The id is already in use", "explanation": "Within the last 48 hours, you submitted the same `id` with a different credential type or for a batch. Choose a different `id`. In a sandbox, a decision operation also returns this problem if the submission or verification request is already `verified` or `canceled`." }, "already_verified": { "status": 409, "title": "The user has already accepted", "explanation": "You can cancel a submission or a verification request only while its status is `incomplete`. A user has already accepted this submission or verified this request, and its status stays `verified`." }, "too_many_webhooks": { "status": 409, "title": "There are too many webhooks", "explanation": "You already have 10 webhooks. Delete one that you no longer need." }, "precondition_failed": { "status": 412, "title": "The resource has changed", "explanation": "The webhook has changed since you read the version in `If-Match`, so the service changed nothing. Read the webhook again, and repeat the change with its current `ETag`." }, "payload_too_large": { "status": 413, "title": "The body is too large", "explanation": "The body is larger than the operation allows (see [Limits](#tag/Limits)), or the file would exceed your storage limit. Files of submissions without the user's consent count towards this limit, which is 10 GiB unless the operator has set a different limit. Space becomes available when users consent or decline, or when their submissions expire. Then upload the file again." }, "unsupported_media_type": { "status": 415, "title": "The media type is not supported", "explanation": "`Content-Type` is missing or wrong, or the request has a `Content-Encoding` other than `identity`, which the service does not support. Send JSON as `application/json`, and send an asset with the media type for its asset type." }, "validation_failed": { "status": 422, "title": "The request violates the contract", "explanation": "The request is well-formed, but violates rules of the contract. Each entry of `errors` describes one violation.\n\nTo find most violations before you send a request, validate its body with the JSON Schemas in the contract (draft 2020-12, with `format` as a rule). Such\na validator does not check these rules:\n\n| keyword in the contract | rule | `code` |\n|---|---|---|\n| `x-well-formed` | text contains no unpaired surrogates | `wrong_format` |\n| `x-valid-authority` | a URL has a valid host and a port from 1 to 65535 | `wrong_format` |\n| `x-public-address` | the host of a URL is not a private or other special address | `special_address` |\n| `x-registered-domain` | the host of a URL is one of your registered domains | `unregistered_domain` |\n| `x-https` | a URL is https | `not_https` |\n| `x-ports` | the port of a webhook URL is one of 443, 8443 | `port_not_allowed` |\n| `x-unique` | the identifiers in a batch are unique | `duplicate` |\n| `x-disjoint` | `course_name` contains no entry of `majors` | `not_allowed` |\n| `x-naming-rules` | a name follows the naming rules of its schema | `not_allowed` |\n| `contentMediaType` | a `document` of the type `open_cert` contains a JSON object | `wrong_format` |\n| `x-max-bytes` | a text is not too long in UTF-8 | `too_long` |\n\nThe service also checks the scopes that a v2 batch needs (`x-required-scope`), and responds with 403." }, "rate_limited": { "status": 429, "title": "Too many requests", "explanation": "You have sent too many requests or too many bytes (see [Limits](#tag/Limits)), or the service cut off a slow body to free memory. Wait for the number of seconds in `Retry-After`." }, "headers_too_large": { "status": 431, "title": "The headers are too large", "explanation": "The request line and headers together are larger than 16 KiB." }, "internal_error": { "status": 500, "title": "Internal server error", "explanation": "An unexpected error occurred in the service. You can safely retry a submission with the same `id`, and a verification request with the same `request_id`." }, "unsupported_transfer_coding": { "status": 501, "title": "The transfer coding is not supported", "explanation": "The request has a `Transfer-Encoding` such as `gzip, chunked`, and the service supports only `chunked`. Send the body uncompressed, with `Content-Length` or `Transfer-Encoding: chunked`. HTTP client libraries do not send such requests, so check the proxies between your program and the service." }, "unavailable": { "status": 503, "title": "The service is not available", "explanation": "The service cannot reach its database or file store at the moment, or the clock of the server is wrong. The service stored nothing. Wait for the number of seconds in `Retry-After`, and send the request again." } }, "x-extensible-enum": ["malformed_request", "malformed_json", "invalid_preference", "unauthenticated", "insufficient_scope", "vouching_not_allowed", "invalid_upload_link", "not_found", "method_not_allowed", "request_timeout", "id_conflict", "already_verified", "too_many_webhooks", "precondition_failed", "payload_too_large", "unsupported_media_type", "validation_failed", "rate_limited", "headers_too_large", "internal_error", "unsupported_transfer_coding", "unavailable"] };
var keyword1 = { "enum": ["malformed_request", "malformed_json", "invalid_preference", "unauthenticated", "insufficient_scope", "vouching_not_allowed", "invalid_upload_link", "not_found", "method_not_allowed", "request_timeout", "id_conflict", "already_verified", "too_many_webhooks", "precondition_failed", "payload_too_large", "unsupported_media_type", "validation_failed", "rate_limited", "headers_too_large", "internal_error", "unsupported_transfer_coding", "unavailable"] };
function validate126(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema52.type, parentSchema: schema52, data };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  const _errs2 = errors;
  if (!(data === "malformed_request" || data === "malformed_json" || data === "invalid_preference" || data === "unauthenticated" || data === "insufficient_scope" || data === "vouching_not_allowed" || data === "invalid_upload_link" || data === "not_found" || data === "method_not_allowed" || data === "request_timeout" || data === "id_conflict" || data === "already_verified" || data === "too_many_webhooks" || data === "precondition_failed" || data === "payload_too_large" || data === "unsupported_media_type" || data === "validation_failed" || data === "rate_limited" || data === "headers_too_large" || data === "internal_error" || data === "unsupported_transfer_coding" || data === "unavailable")) {
    const err1 = { instancePath, schemaPath: "#/x-extensible-enum/enum", keyword: "enum", params: { allowedValues: keyword1.enum }, message: "must be equal to one of the allowed values", schema: keyword1.enum, parentSchema: keyword1, data };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  var valid0 = _errs2 === errors;
  if (!valid0) {
    const err2 = { instancePath, schemaPath: "#/x-extensible-enum", keyword: "x-extensible-enum", params: {}, message: 'must pass "x-extensible-enum" keyword validation', schema: schema52["x-extensible-enum"], parentSchema: schema52, data };
    if (vErrors === null) {
      vErrors = [err2];
    } else {
      vErrors.push(err2);
    }
    errors++;
  }
  validate126.errors = vErrors;
  return errors === 0;
}
function validate125(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.type === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'", schema: schema51.required, parentSchema: schema51, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.title === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "title" }, message: "must have required property 'title'", schema: schema51.required, parentSchema: schema51, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.status === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'", schema: schema51.required, parentSchema: schema51, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.detail === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "detail" }, message: "must have required property 'detail'", schema: schema51.required, parentSchema: schema51, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.code === void 0) {
      const err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "code" }, message: "must have required property 'code'", schema: schema51.required, parentSchema: schema51, data };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    if (data.request_id === void 0) {
      const err5 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "request_id" }, message: "must have required property 'request_id'", schema: schema51.required, parentSchema: schema51, data };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
    if (data.type !== void 0) {
      let data0 = data.type;
      if (typeof data0 === "string") {
        if (!formats12(data0)) {
          const err6 = { instancePath: instancePath + "/type", schemaPath: "#/properties/type/format", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"', schema: "uri", parentSchema: schema51.properties.type, data: data0 };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
      } else {
        const err7 = { instancePath: instancePath + "/type", schemaPath: "#/properties/type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema51.properties.type.type, parentSchema: schema51.properties.type, data: data0 };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    if (data.title !== void 0) {
      let data1 = data.title;
      if (typeof data1 === "string") {
        if (data1.length < 1) {
          const err8 = { instancePath: instancePath + "/title", schemaPath: "#/properties/title/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters", schema: 1, parentSchema: schema51.properties.title, data: data1 };
          if (vErrors === null) {
            vErrors = [err8];
          } else {
            vErrors.push(err8);
          }
          errors++;
        }
      } else {
        const err9 = { instancePath: instancePath + "/title", schemaPath: "#/properties/title/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema51.properties.title.type, parentSchema: schema51.properties.title, data: data1 };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
    if (data.status !== void 0) {
      let data2 = data.status;
      if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
        const err10 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "integer" }, message: "must be integer", schema: schema51.properties.status.type, parentSchema: schema51.properties.status, data: data2 };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
      if (typeof data2 == "number" && isFinite(data2)) {
        if (data2 > 599 || isNaN(data2)) {
          const err11 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/maximum", keyword: "maximum", params: { comparison: "<=", limit: 599 }, message: "must be <= 599", schema: 599, parentSchema: schema51.properties.status, data: data2 };
          if (vErrors === null) {
            vErrors = [err11];
          } else {
            vErrors.push(err11);
          }
          errors++;
        }
        if (data2 < 400 || isNaN(data2)) {
          const err12 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/minimum", keyword: "minimum", params: { comparison: ">=", limit: 400 }, message: "must be >= 400", schema: 400, parentSchema: schema51.properties.status, data: data2 };
          if (vErrors === null) {
            vErrors = [err12];
          } else {
            vErrors.push(err12);
          }
          errors++;
        }
        if (!formats0.validate(data2)) {
          const err13 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/format", keyword: "format", params: { format: "int32" }, message: 'must match format "int32"', schema: "int32", parentSchema: schema51.properties.status, data: data2 };
          if (vErrors === null) {
            vErrors = [err13];
          } else {
            vErrors.push(err13);
          }
          errors++;
        }
      }
    }
    if (data.detail !== void 0) {
      let data3 = data.detail;
      if (typeof data3 === "string") {
        if (data3.length < 1) {
          const err14 = { instancePath: instancePath + "/detail", schemaPath: "#/properties/detail/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters", schema: 1, parentSchema: schema51.properties.detail, data: data3 };
          if (vErrors === null) {
            vErrors = [err14];
          } else {
            vErrors.push(err14);
          }
          errors++;
        }
      } else {
        const err15 = { instancePath: instancePath + "/detail", schemaPath: "#/properties/detail/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema51.properties.detail.type, parentSchema: schema51.properties.detail, data: data3 };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
    }
    if (data.code !== void 0) {
      if (!validate126.call(this, data.code, { instancePath: instancePath + "/code", parentData: data, parentDataProperty: "code", rootData })) {
        vErrors = vErrors === null ? validate126.errors : mergeErrors(vErrors, validate126.errors);
        errors = vErrors.length;
      }
    }
    if (data.request_id !== void 0) {
      let data5 = data.request_id;
      if (typeof data5 === "string") {
        if (!formats2.test(data5)) {
          const err16 = { instancePath: instancePath + "/request_id", schemaPath: "#/properties/request_id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"', schema: "uuid", parentSchema: schema51.properties.request_id, data: data5 };
          if (vErrors === null) {
            vErrors = [err16];
          } else {
            vErrors.push(err16);
          }
          errors++;
        }
      } else {
        const err17 = { instancePath: instancePath + "/request_id", schemaPath: "#/properties/request_id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema51.properties.request_id.type, parentSchema: schema51.properties.request_id, data: data5 };
        if (vErrors === null) {
          vErrors = [err17];
        } else {
          vErrors.push(err17);
        }
        errors++;
      }
    }
  } else {
    const err18 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema51.type, parentSchema: schema51, data };
    if (vErrors === null) {
      vErrors = [err18];
    } else {
      vErrors.push(err18);
    }
    errors++;
  }
  validate125.errors = vErrors;
  return errors === 0;
}
var schema53 = { "description": "A violation of one rule.", "type": "object", "required": ["pointer", "code", "detail"], "properties": { "pointer": { "description": "The property that violates the rule, as a JSON Pointer (RFC 6901) into the body, even if the property is missing or unexpected. For a query parameter, the value is `?name`. The empty pointer refers to the whole body.", "type": "string" }, "code": { "$ref": "#/$defs/ViolationCode" }, "detail": { "description": "An explanation of the violation. It never contains values from the request, except for words that a naming rule lists.", "type": "string", "minLength": 1 } } };
var schema54 = { "description": "The violated rule. Branch on this value. Later versions can add values.\n\n- `required`: the property is missing.\n- `unexpected_member`: the property is not part of the contract.\n- `wrong_type`: the value does not have the expected JSON type.\n- `not_allowed`: the value is not one of the allowed values, or a rule excludes it.\n- `wrong_format`: the string does not have the expected format.\n- `too_short`, `too_long`: the string is too short or too long.\n- `too_few_items`, `too_many_items`: the array has too few or too many items.\n- `duplicate`: a value that must be unique, or a property of an object, is repeated.\n- `unregistered_domain`: the host is not a registered domain of the partner.\n- `not_https`: the URL must be https.\n- `special_address`: the host is a private, loopback, or other special address.\n- `port_not_allowed`: the URL has a port that the service does not connect to.\n- `out_of_range`: a number is too small or too large.\n- `wrong_content`: the bytes do not match the asset type.", "type": "string", "x-extensible-enum": ["required", "unexpected_member", "wrong_type", "not_allowed", "wrong_format", "too_short", "too_long", "too_few_items", "too_many_items", "duplicate", "unregistered_domain", "not_https", "special_address", "port_not_allowed", "out_of_range", "wrong_content"] };
var keyword2 = { "enum": ["required", "unexpected_member", "wrong_type", "not_allowed", "wrong_format", "too_short", "too_long", "too_few_items", "too_many_items", "duplicate", "unregistered_domain", "not_https", "special_address", "port_not_allowed", "out_of_range", "wrong_content"] };
function validate130(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema54.type, parentSchema: schema54, data };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  const _errs2 = errors;
  if (!(data === "required" || data === "unexpected_member" || data === "wrong_type" || data === "not_allowed" || data === "wrong_format" || data === "too_short" || data === "too_long" || data === "too_few_items" || data === "too_many_items" || data === "duplicate" || data === "unregistered_domain" || data === "not_https" || data === "special_address" || data === "port_not_allowed" || data === "out_of_range" || data === "wrong_content")) {
    const err1 = { instancePath, schemaPath: "#/x-extensible-enum/enum", keyword: "enum", params: { allowedValues: keyword2.enum }, message: "must be equal to one of the allowed values", schema: keyword2.enum, parentSchema: keyword2, data };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  var valid0 = _errs2 === errors;
  if (!valid0) {
    const err2 = { instancePath, schemaPath: "#/x-extensible-enum", keyword: "x-extensible-enum", params: {}, message: 'must pass "x-extensible-enum" keyword validation', schema: schema54["x-extensible-enum"], parentSchema: schema54, data };
    if (vErrors === null) {
      vErrors = [err2];
    } else {
      vErrors.push(err2);
    }
    errors++;
  }
  validate130.errors = vErrors;
  return errors === 0;
}
function validate129(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.pointer === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "pointer" }, message: "must have required property 'pointer'", schema: schema53.required, parentSchema: schema53, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.code === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "code" }, message: "must have required property 'code'", schema: schema53.required, parentSchema: schema53, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.detail === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "detail" }, message: "must have required property 'detail'", schema: schema53.required, parentSchema: schema53, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.pointer !== void 0) {
      let data0 = data.pointer;
      if (typeof data0 !== "string") {
        const err3 = { instancePath: instancePath + "/pointer", schemaPath: "#/properties/pointer/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema53.properties.pointer.type, parentSchema: schema53.properties.pointer, data: data0 };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.code !== void 0) {
      if (!validate130.call(this, data.code, { instancePath: instancePath + "/code", parentData: data, parentDataProperty: "code", rootData })) {
        vErrors = vErrors === null ? validate130.errors : mergeErrors(vErrors, validate130.errors);
        errors = vErrors.length;
      }
    }
    if (data.detail !== void 0) {
      let data2 = data.detail;
      if (typeof data2 === "string") {
        if (data2.length < 1) {
          const err4 = { instancePath: instancePath + "/detail", schemaPath: "#/properties/detail/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters", schema: 1, parentSchema: schema53.properties.detail, data: data2 };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
      } else {
        const err5 = { instancePath: instancePath + "/detail", schemaPath: "#/properties/detail/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema53.properties.detail.type, parentSchema: schema53.properties.detail, data: data2 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
  } else {
    const err6 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema53.type, parentSchema: schema53, data };
    if (vErrors === null) {
      vErrors = [err6];
    } else {
      vErrors.push(err6);
    }
    errors++;
  }
  validate129.errors = vErrors;
  return errors === 0;
}
function validate124(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!validate125.call(this, data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate125.errors : mergeErrors(vErrors, validate125.errors);
    errors = vErrors.length;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.errors !== void 0) {
      let data0 = data.errors;
      if (Array.isArray(data0)) {
        if (data0.length > 1) {
          const err0 = { instancePath: instancePath + "/errors", schemaPath: "#/allOf/1/properties/errors/maxItems", keyword: "maxItems", params: { limit: 1 }, message: "must NOT have more than 1 items", schema: 1, parentSchema: schema50.allOf[1].properties.errors, data: data0 };
          if (vErrors === null) {
            vErrors = [err0];
          } else {
            vErrors.push(err0);
          }
          errors++;
        }
        if (data0.length < 1) {
          const err1 = { instancePath: instancePath + "/errors", schemaPath: "#/allOf/1/properties/errors/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items", schema: 1, parentSchema: schema50.allOf[1].properties.errors, data: data0 };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        const len0 = data0.length;
        for (let i0 = 0; i0 < len0 && errors < 2e3; i0++) {
          if (!validate129.call(this, data0[i0], { instancePath: instancePath + "/errors/" + i0, parentData: data0, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate129.errors : mergeErrors(vErrors, validate129.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err2 = { instancePath: instancePath + "/errors", schemaPath: "#/allOf/1/properties/errors/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema50.allOf[1].properties.errors.type, parentSchema: schema50.allOf[1].properties.errors, data: data0 };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
  } else {
    const err3 = { instancePath, schemaPath: "#/allOf/1/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema50.allOf[1].type, parentSchema: schema50.allOf[1], data };
    if (vErrors === null) {
      vErrors = [err3];
    } else {
      vErrors.push(err3);
    }
    errors++;
  }
  validate124.errors = vErrors;
  return errors === 0;
}
var addEducation_400_headers = validate133;
var schema55 = { "type": "object", "required": ["x-request-id"], "properties": { "x-request-id": { "type": "string", "format": "uuid" }, "ratelimit": { "type": "string", "pattern": '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, "ratelimit-policy": { "type": "string", "pattern": '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' } } };
function validate133(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data["x-request-id"] === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "x-request-id" }, message: "must have required property 'x-request-id'", schema: schema55.required, parentSchema: schema55, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data["x-request-id"] !== void 0) {
      let data0 = data["x-request-id"];
      if (typeof data0 === "string") {
        if (!formats2.test(data0)) {
          const err1 = { instancePath: instancePath + "/x-request-id", schemaPath: "#/properties/x-request-id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"', schema: "uuid", parentSchema: schema55.properties["x-request-id"], data: data0 };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
      } else {
        const err2 = { instancePath: instancePath + "/x-request-id", schemaPath: "#/properties/x-request-id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema55.properties["x-request-id"].type, parentSchema: schema55.properties["x-request-id"], data: data0 };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.ratelimit !== void 0) {
      let data1 = data.ratelimit;
      if (typeof data1 === "string") {
        if (!pattern12.test(data1)) {
          const err3 = { instancePath: instancePath + "/ratelimit", schemaPath: "#/properties/ratelimit/pattern", keyword: "pattern", params: { pattern: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, message: 'must match pattern "^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$"', schema: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$', parentSchema: schema55.properties.ratelimit, data: data1 };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
      } else {
        const err4 = { instancePath: instancePath + "/ratelimit", schemaPath: "#/properties/ratelimit/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema55.properties.ratelimit.type, parentSchema: schema55.properties.ratelimit, data: data1 };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data["ratelimit-policy"] !== void 0) {
      let data2 = data["ratelimit-policy"];
      if (typeof data2 === "string") {
        if (!pattern12.test(data2)) {
          const err5 = { instancePath: instancePath + "/ratelimit-policy", schemaPath: "#/properties/ratelimit-policy/pattern", keyword: "pattern", params: { pattern: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, message: 'must match pattern "^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$"', schema: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$', parentSchema: schema55.properties["ratelimit-policy"], data: data2 };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
      } else {
        const err6 = { instancePath: instancePath + "/ratelimit-policy", schemaPath: "#/properties/ratelimit-policy/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema55.properties["ratelimit-policy"].type, parentSchema: schema55.properties["ratelimit-policy"], data: data2 };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
  } else {
    const err7 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema55.type, parentSchema: schema55, data };
    if (vErrors === null) {
      vErrors = [err7];
    } else {
      vErrors.push(err7);
    }
    errors++;
  }
  validate133.errors = vErrors;
  return errors === 0;
}
var addEducation_401 = validate134;
function validate134(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.type === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'", schema: schema51.required, parentSchema: schema51, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.title === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "title" }, message: "must have required property 'title'", schema: schema51.required, parentSchema: schema51, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.status === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'", schema: schema51.required, parentSchema: schema51, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.detail === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "detail" }, message: "must have required property 'detail'", schema: schema51.required, parentSchema: schema51, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.code === void 0) {
      const err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "code" }, message: "must have required property 'code'", schema: schema51.required, parentSchema: schema51, data };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    if (data.request_id === void 0) {
      const err5 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "request_id" }, message: "must have required property 'request_id'", schema: schema51.required, parentSchema: schema51, data };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
    if (data.type !== void 0) {
      let data0 = data.type;
      if (typeof data0 === "string") {
        if (!formats12(data0)) {
          const err6 = { instancePath: instancePath + "/type", schemaPath: "#/properties/type/format", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"', schema: "uri", parentSchema: schema51.properties.type, data: data0 };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
      } else {
        const err7 = { instancePath: instancePath + "/type", schemaPath: "#/properties/type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema51.properties.type.type, parentSchema: schema51.properties.type, data: data0 };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    if (data.title !== void 0) {
      let data1 = data.title;
      if (typeof data1 === "string") {
        if (data1.length < 1) {
          const err8 = { instancePath: instancePath + "/title", schemaPath: "#/properties/title/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters", schema: 1, parentSchema: schema51.properties.title, data: data1 };
          if (vErrors === null) {
            vErrors = [err8];
          } else {
            vErrors.push(err8);
          }
          errors++;
        }
      } else {
        const err9 = { instancePath: instancePath + "/title", schemaPath: "#/properties/title/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema51.properties.title.type, parentSchema: schema51.properties.title, data: data1 };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
    if (data.status !== void 0) {
      let data2 = data.status;
      if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
        const err10 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "integer" }, message: "must be integer", schema: schema51.properties.status.type, parentSchema: schema51.properties.status, data: data2 };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
      if (typeof data2 == "number" && isFinite(data2)) {
        if (data2 > 599 || isNaN(data2)) {
          const err11 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/maximum", keyword: "maximum", params: { comparison: "<=", limit: 599 }, message: "must be <= 599", schema: 599, parentSchema: schema51.properties.status, data: data2 };
          if (vErrors === null) {
            vErrors = [err11];
          } else {
            vErrors.push(err11);
          }
          errors++;
        }
        if (data2 < 400 || isNaN(data2)) {
          const err12 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/minimum", keyword: "minimum", params: { comparison: ">=", limit: 400 }, message: "must be >= 400", schema: 400, parentSchema: schema51.properties.status, data: data2 };
          if (vErrors === null) {
            vErrors = [err12];
          } else {
            vErrors.push(err12);
          }
          errors++;
        }
        if (!formats0.validate(data2)) {
          const err13 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/format", keyword: "format", params: { format: "int32" }, message: 'must match format "int32"', schema: "int32", parentSchema: schema51.properties.status, data: data2 };
          if (vErrors === null) {
            vErrors = [err13];
          } else {
            vErrors.push(err13);
          }
          errors++;
        }
      }
    }
    if (data.detail !== void 0) {
      let data3 = data.detail;
      if (typeof data3 === "string") {
        if (data3.length < 1) {
          const err14 = { instancePath: instancePath + "/detail", schemaPath: "#/properties/detail/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters", schema: 1, parentSchema: schema51.properties.detail, data: data3 };
          if (vErrors === null) {
            vErrors = [err14];
          } else {
            vErrors.push(err14);
          }
          errors++;
        }
      } else {
        const err15 = { instancePath: instancePath + "/detail", schemaPath: "#/properties/detail/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema51.properties.detail.type, parentSchema: schema51.properties.detail, data: data3 };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
    }
    if (data.code !== void 0) {
      if (!validate126.call(this, data.code, { instancePath: instancePath + "/code", parentData: data, parentDataProperty: "code", rootData })) {
        vErrors = vErrors === null ? validate126.errors : mergeErrors(vErrors, validate126.errors);
        errors = vErrors.length;
      }
    }
    if (data.request_id !== void 0) {
      let data5 = data.request_id;
      if (typeof data5 === "string") {
        if (!formats2.test(data5)) {
          const err16 = { instancePath: instancePath + "/request_id", schemaPath: "#/properties/request_id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"', schema: "uuid", parentSchema: schema51.properties.request_id, data: data5 };
          if (vErrors === null) {
            vErrors = [err16];
          } else {
            vErrors.push(err16);
          }
          errors++;
        }
      } else {
        const err17 = { instancePath: instancePath + "/request_id", schemaPath: "#/properties/request_id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema51.properties.request_id.type, parentSchema: schema51.properties.request_id, data: data5 };
        if (vErrors === null) {
          vErrors = [err17];
        } else {
          vErrors.push(err17);
        }
        errors++;
      }
    }
  } else {
    const err18 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema51.type, parentSchema: schema51, data };
    if (vErrors === null) {
      vErrors = [err18];
    } else {
      vErrors.push(err18);
    }
    errors++;
  }
  validate134.errors = vErrors;
  return errors === 0;
}
var addEducation_401_headers = validate136;
var schema57 = { "type": "object", "required": ["x-request-id", "www-authenticate"], "properties": { "x-request-id": { "type": "string", "format": "uuid" }, "www-authenticate": { "type": "string", "enum": ['Bearer realm="partner-api"', 'Bearer realm="partner-api", error="invalid_token"'], "x-challenge": "bearer" }, "ratelimit": { "type": "string", "pattern": '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, "ratelimit-policy": { "type": "string", "pattern": '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' } } };
function validate136(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data["x-request-id"] === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "x-request-id" }, message: "must have required property 'x-request-id'", schema: schema57.required, parentSchema: schema57, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data["www-authenticate"] === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "www-authenticate" }, message: "must have required property 'www-authenticate'", schema: schema57.required, parentSchema: schema57, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data["x-request-id"] !== void 0) {
      let data0 = data["x-request-id"];
      if (typeof data0 === "string") {
        if (!formats2.test(data0)) {
          const err2 = { instancePath: instancePath + "/x-request-id", schemaPath: "#/properties/x-request-id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"', schema: "uuid", parentSchema: schema57.properties["x-request-id"], data: data0 };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      } else {
        const err3 = { instancePath: instancePath + "/x-request-id", schemaPath: "#/properties/x-request-id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema57.properties["x-request-id"].type, parentSchema: schema57.properties["x-request-id"], data: data0 };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data["www-authenticate"] !== void 0) {
      let data1 = data["www-authenticate"];
      if (typeof data1 !== "string") {
        const err4 = { instancePath: instancePath + "/www-authenticate", schemaPath: "#/properties/www-authenticate/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema57.properties["www-authenticate"].type, parentSchema: schema57.properties["www-authenticate"], data: data1 };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
      if (!(data1 === 'Bearer realm="partner-api"' || data1 === 'Bearer realm="partner-api", error="invalid_token"')) {
        const err5 = { instancePath: instancePath + "/www-authenticate", schemaPath: "#/properties/www-authenticate/enum", keyword: "enum", params: { allowedValues: schema57.properties["www-authenticate"].enum }, message: "must be equal to one of the allowed values", schema: schema57.properties["www-authenticate"].enum, parentSchema: schema57.properties["www-authenticate"], data: data1 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data.ratelimit !== void 0) {
      let data2 = data.ratelimit;
      if (typeof data2 === "string") {
        if (!pattern12.test(data2)) {
          const err6 = { instancePath: instancePath + "/ratelimit", schemaPath: "#/properties/ratelimit/pattern", keyword: "pattern", params: { pattern: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, message: 'must match pattern "^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$"', schema: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$', parentSchema: schema57.properties.ratelimit, data: data2 };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
      } else {
        const err7 = { instancePath: instancePath + "/ratelimit", schemaPath: "#/properties/ratelimit/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema57.properties.ratelimit.type, parentSchema: schema57.properties.ratelimit, data: data2 };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    if (data["ratelimit-policy"] !== void 0) {
      let data3 = data["ratelimit-policy"];
      if (typeof data3 === "string") {
        if (!pattern12.test(data3)) {
          const err8 = { instancePath: instancePath + "/ratelimit-policy", schemaPath: "#/properties/ratelimit-policy/pattern", keyword: "pattern", params: { pattern: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, message: 'must match pattern "^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$"', schema: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$', parentSchema: schema57.properties["ratelimit-policy"], data: data3 };
          if (vErrors === null) {
            vErrors = [err8];
          } else {
            vErrors.push(err8);
          }
          errors++;
        }
      } else {
        const err9 = { instancePath: instancePath + "/ratelimit-policy", schemaPath: "#/properties/ratelimit-policy/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema57.properties["ratelimit-policy"].type, parentSchema: schema57.properties["ratelimit-policy"], data: data3 };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
  } else {
    const err10 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema57.type, parentSchema: schema57, data };
    if (vErrors === null) {
      vErrors = [err10];
    } else {
      vErrors.push(err10);
    }
    errors++;
  }
  validate136.errors = vErrors;
  return errors === 0;
}
var addEducation_403_headers = validate137;
var schema58 = { "type": "object", "required": ["x-request-id", "www-authenticate"], "properties": { "x-request-id": { "type": "string", "format": "uuid" }, "www-authenticate": { "type": "string", "pattern": '^Bearer realm="partner-api", error="insufficient_scope", scope="[a-z._ ]+"$', "x-challenge": "bearer" }, "ratelimit": { "type": "string", "pattern": '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, "ratelimit-policy": { "type": "string", "pattern": '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' } } };
var pattern18 = new RegExp('^Bearer realm="partner-api", error="insufficient_scope", scope="[a-z._ ]+"$', "u");
function validate137(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data["x-request-id"] === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "x-request-id" }, message: "must have required property 'x-request-id'", schema: schema58.required, parentSchema: schema58, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data["www-authenticate"] === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "www-authenticate" }, message: "must have required property 'www-authenticate'", schema: schema58.required, parentSchema: schema58, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data["x-request-id"] !== void 0) {
      let data0 = data["x-request-id"];
      if (typeof data0 === "string") {
        if (!formats2.test(data0)) {
          const err2 = { instancePath: instancePath + "/x-request-id", schemaPath: "#/properties/x-request-id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"', schema: "uuid", parentSchema: schema58.properties["x-request-id"], data: data0 };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      } else {
        const err3 = { instancePath: instancePath + "/x-request-id", schemaPath: "#/properties/x-request-id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema58.properties["x-request-id"].type, parentSchema: schema58.properties["x-request-id"], data: data0 };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data["www-authenticate"] !== void 0) {
      let data1 = data["www-authenticate"];
      if (typeof data1 === "string") {
        if (!pattern18.test(data1)) {
          const err4 = { instancePath: instancePath + "/www-authenticate", schemaPath: "#/properties/www-authenticate/pattern", keyword: "pattern", params: { pattern: '^Bearer realm="partner-api", error="insufficient_scope", scope="[a-z._ ]+"$' }, message: 'must match pattern "^Bearer realm="partner-api", error="insufficient_scope", scope="[a-z._ ]+"$"', schema: '^Bearer realm="partner-api", error="insufficient_scope", scope="[a-z._ ]+"$', parentSchema: schema58.properties["www-authenticate"], data: data1 };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
      } else {
        const err5 = { instancePath: instancePath + "/www-authenticate", schemaPath: "#/properties/www-authenticate/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema58.properties["www-authenticate"].type, parentSchema: schema58.properties["www-authenticate"], data: data1 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data.ratelimit !== void 0) {
      let data2 = data.ratelimit;
      if (typeof data2 === "string") {
        if (!pattern12.test(data2)) {
          const err6 = { instancePath: instancePath + "/ratelimit", schemaPath: "#/properties/ratelimit/pattern", keyword: "pattern", params: { pattern: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, message: 'must match pattern "^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$"', schema: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$', parentSchema: schema58.properties.ratelimit, data: data2 };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
      } else {
        const err7 = { instancePath: instancePath + "/ratelimit", schemaPath: "#/properties/ratelimit/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema58.properties.ratelimit.type, parentSchema: schema58.properties.ratelimit, data: data2 };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    if (data["ratelimit-policy"] !== void 0) {
      let data3 = data["ratelimit-policy"];
      if (typeof data3 === "string") {
        if (!pattern12.test(data3)) {
          const err8 = { instancePath: instancePath + "/ratelimit-policy", schemaPath: "#/properties/ratelimit-policy/pattern", keyword: "pattern", params: { pattern: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, message: 'must match pattern "^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$"', schema: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$', parentSchema: schema58.properties["ratelimit-policy"], data: data3 };
          if (vErrors === null) {
            vErrors = [err8];
          } else {
            vErrors.push(err8);
          }
          errors++;
        }
      } else {
        const err9 = { instancePath: instancePath + "/ratelimit-policy", schemaPath: "#/properties/ratelimit-policy/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema58.properties["ratelimit-policy"].type, parentSchema: schema58.properties["ratelimit-policy"], data: data3 };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
  } else {
    const err10 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema58.type, parentSchema: schema58, data };
    if (vErrors === null) {
      vErrors = [err10];
    } else {
      vErrors.push(err10);
    }
    errors++;
  }
  validate137.errors = vErrors;
  return errors === 0;
}
var addEducation_422 = validate138;
var schema59 = { "description": "The request is well-formed, but violates rules of the contract. The response lists all violations, up to 1,000.", "allOf": [{ "$ref": "#/$defs/Problem" }, { "type": "object", "required": ["errors"], "properties": { "errors": { "description": "The violations, in no particular order.", "type": "array", "minItems": 1, "maxItems": 1e3, "items": { "$ref": "#/$defs/Violation" } } } }] };
function validate138(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!validate125.call(this, data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate125.errors : mergeErrors(vErrors, validate125.errors);
    errors = vErrors.length;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.errors === void 0) {
      const err0 = { instancePath, schemaPath: "#/allOf/1/required", keyword: "required", params: { missingProperty: "errors" }, message: "must have required property 'errors'", schema: schema59.allOf[1].required, parentSchema: schema59.allOf[1], data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.errors !== void 0) {
      let data0 = data.errors;
      if (Array.isArray(data0)) {
        if (data0.length > 1e3) {
          const err1 = { instancePath: instancePath + "/errors", schemaPath: "#/allOf/1/properties/errors/maxItems", keyword: "maxItems", params: { limit: 1e3 }, message: "must NOT have more than 1000 items", schema: 1e3, parentSchema: schema59.allOf[1].properties.errors, data: data0 };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.length < 1) {
          const err2 = { instancePath: instancePath + "/errors", schemaPath: "#/allOf/1/properties/errors/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items", schema: 1, parentSchema: schema59.allOf[1].properties.errors, data: data0 };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        const len0 = data0.length;
        for (let i0 = 0; i0 < len0 && errors < 2e3; i0++) {
          if (!validate129.call(this, data0[i0], { instancePath: instancePath + "/errors/" + i0, parentData: data0, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate129.errors : mergeErrors(vErrors, validate129.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err3 = { instancePath: instancePath + "/errors", schemaPath: "#/allOf/1/properties/errors/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema59.allOf[1].properties.errors.type, parentSchema: schema59.allOf[1].properties.errors, data: data0 };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
  } else {
    const err4 = { instancePath, schemaPath: "#/allOf/1/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema59.allOf[1].type, parentSchema: schema59.allOf[1], data };
    if (vErrors === null) {
      vErrors = [err4];
    } else {
      vErrors.push(err4);
    }
    errors++;
  }
  validate138.errors = vErrors;
  return errors === 0;
}
var addEducation_429_headers = validate141;
var schema60 = { "type": "object", "required": ["x-request-id", "retry-after"], "properties": { "x-request-id": { "type": "string", "format": "uuid" }, "retry-after": { "type": "integer", "format": "int32", "minimum": 1 }, "ratelimit": { "type": "string", "pattern": '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, "ratelimit-policy": { "type": "string", "pattern": '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' } } };
function validate141(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data["x-request-id"] === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "x-request-id" }, message: "must have required property 'x-request-id'", schema: schema60.required, parentSchema: schema60, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data["retry-after"] === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "retry-after" }, message: "must have required property 'retry-after'", schema: schema60.required, parentSchema: schema60, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data["x-request-id"] !== void 0) {
      let data0 = data["x-request-id"];
      if (typeof data0 === "string") {
        if (!formats2.test(data0)) {
          const err2 = { instancePath: instancePath + "/x-request-id", schemaPath: "#/properties/x-request-id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"', schema: "uuid", parentSchema: schema60.properties["x-request-id"], data: data0 };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      } else {
        const err3 = { instancePath: instancePath + "/x-request-id", schemaPath: "#/properties/x-request-id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema60.properties["x-request-id"].type, parentSchema: schema60.properties["x-request-id"], data: data0 };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data["retry-after"] !== void 0) {
      let data1 = data["retry-after"];
      if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
        const err4 = { instancePath: instancePath + "/retry-after", schemaPath: "#/properties/retry-after/type", keyword: "type", params: { type: "integer" }, message: "must be integer", schema: schema60.properties["retry-after"].type, parentSchema: schema60.properties["retry-after"], data: data1 };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
      if (typeof data1 == "number" && isFinite(data1)) {
        if (data1 < 1 || isNaN(data1)) {
          const err5 = { instancePath: instancePath + "/retry-after", schemaPath: "#/properties/retry-after/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1", schema: 1, parentSchema: schema60.properties["retry-after"], data: data1 };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
        if (!formats0.validate(data1)) {
          const err6 = { instancePath: instancePath + "/retry-after", schemaPath: "#/properties/retry-after/format", keyword: "format", params: { format: "int32" }, message: 'must match format "int32"', schema: "int32", parentSchema: schema60.properties["retry-after"], data: data1 };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
      }
    }
    if (data.ratelimit !== void 0) {
      let data2 = data.ratelimit;
      if (typeof data2 === "string") {
        if (!pattern12.test(data2)) {
          const err7 = { instancePath: instancePath + "/ratelimit", schemaPath: "#/properties/ratelimit/pattern", keyword: "pattern", params: { pattern: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, message: 'must match pattern "^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$"', schema: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$', parentSchema: schema60.properties.ratelimit, data: data2 };
          if (vErrors === null) {
            vErrors = [err7];
          } else {
            vErrors.push(err7);
          }
          errors++;
        }
      } else {
        const err8 = { instancePath: instancePath + "/ratelimit", schemaPath: "#/properties/ratelimit/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema60.properties.ratelimit.type, parentSchema: schema60.properties.ratelimit, data: data2 };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data["ratelimit-policy"] !== void 0) {
      let data3 = data["ratelimit-policy"];
      if (typeof data3 === "string") {
        if (!pattern12.test(data3)) {
          const err9 = { instancePath: instancePath + "/ratelimit-policy", schemaPath: "#/properties/ratelimit-policy/pattern", keyword: "pattern", params: { pattern: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, message: 'must match pattern "^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$"', schema: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$', parentSchema: schema60.properties["ratelimit-policy"], data: data3 };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
      } else {
        const err10 = { instancePath: instancePath + "/ratelimit-policy", schemaPath: "#/properties/ratelimit-policy/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema60.properties["ratelimit-policy"].type, parentSchema: schema60.properties["ratelimit-policy"], data: data3 };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
  } else {
    const err11 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema60.type, parentSchema: schema60, data };
    if (vErrors === null) {
      vErrors = [err11];
    } else {
      vErrors.push(err11);
    }
    errors++;
  }
  validate141.errors = vErrors;
  return errors === 0;
}
var addEnglishProficiencyBody = validate142;
var schema61 = { "description": "The result of an English proficiency test submitted for a user.", "type": "object", "additionalProperties": false, "required": ["id", "credential_type", "document_type", "data"], "properties": { "id": { "description": "The partner's identifier for the submission. Different partners can use the same identifier without a conflict.", "$ref": "#/$defs/Identifier" }, "credential_type": { "description": "The kind of the credential.", "type": "string", "const": "english_proficiency" }, "document_type": { "description": "The type of `data.document`.", "type": "string", "const": "english_assessment" }, "data": { "description": "The credential and its document.", "type": "object", "additionalProperties": false, "required": ["credential"], "properties": { "credential": { "$ref": "#/$defs/EnglishProficiencyCredential" }, "document": { "description": "The URL of the test certificate (a PDF file), or null.", "$ref": "#/$defs/DocumentUrl" }, "partner_chain": { "description": "An alternative position for the `partner_chain` of the credential.", "$ref": "#/$defs/PartnerChain" } } } } };
var schema62 = { "description": "The result of an English proficiency test. The CEFR levels of the skills determine how the credential is displayed and which of a hirer's requirements it meets. Send all levels that the test reports.", "type": "object", "additionalProperties": false, "required": ["full_name", "test_provider", "test_name", "completion_date", "test_scores"], "properties": { "full_name": { "description": "Name of the person who took the test.", "$ref": "#/$defs/Text" }, "test_provider": { "description": "Name of the test provider.", "$ref": "#/$defs/Text" }, "test_name": { "description": "Name of the test.", "$ref": "#/$defs/Text" }, "completion_date": { "description": "Date on which the test was taken.", "$ref": "#/$defs/CalendarDate" }, "expiry_date": { "description": "Date on which the result expires. A date before `completion_date` gets the warning `contradiction`.", "$ref": "#/$defs/CalendarDate" }, "test_scores": { "$ref": "#/$defs/TestScores" }, "partner_chain": { "$ref": "#/$defs/PartnerChain" } }, "x-value-warnings": [{ "property": "completion_date", "code": "future", "message": "is later than the next year; check the date", "yearsAhead": 1 }, { "property": "expiry_date", "code": "contradiction", "message": "is before completion_date; check both dates", "before": "completion_date" }, { "property": "expiry_date", "code": "future", "message": "is far in the future; omit expiry_date if the credential does not expire", "yearsAhead": 50 }] };
var schema63 = { "description": "A real calendar date, as `YYYY-MM-DD`. The service rejects `2023-02-29`.", "type": "string", "format": "date", "x-message": "must be a real calendar date (YYYY-MM-DD)" };
function validate148(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data === "string") {
    if (!formats10.validate(data)) {
      const err0 = { instancePath, schemaPath: "#/format", keyword: "format", params: { format: "date" }, message: 'must match format "date"', schema: "date", parentSchema: schema63, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
  } else {
    const err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema63.type, parentSchema: schema63, data };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  validate148.errors = vErrors;
  return errors === 0;
}
var schema64 = { "description": "The scores of an English proficiency test, on the test's own scale and as CEFR levels.", "type": "object", "additionalProperties": false, "required": ["cefr_scores", "overall"], "properties": { "cefr_scores": { "description": "Levels of the Common European Framework of Reference for each skill. All properties are optional.", "type": "object", "additionalProperties": false, "properties": { "combined": { "description": "The overall English level across all skills.", "$ref": "#/$defs/CefrLevel" }, "reading": { "$ref": "#/$defs/CefrLevel" }, "listening": { "$ref": "#/$defs/CefrLevel" }, "speaking": { "$ref": "#/$defs/CefrLevel" }, "writing": { "$ref": "#/$defs/CefrLevel" } } }, "overall": { "description": "The overall result on the test's own scale.", "type": "object", "additionalProperties": false, "required": ["score", "scale"], "properties": { "score": { "description": "The score in the test's own format.", "$ref": "#/$defs/Text" }, "scale": { "description": "The scale of the score, for example `0-9`.", "$ref": "#/$defs/Text" } } }, "subskills": { "description": "The scores of the individual skills, on the test's own scale.", "type": "array", "maxItems": 20, "items": { "$ref": "#/$defs/SubskillScore" } }, "partner_chain": { "description": "An alternative position for the `partner_chain` of the credential.", "$ref": "#/$defs/PartnerChain" } } };
var schema65 = { "description": "A level of the Common European Framework of Reference for Languages.", "type": "string", "enum": ["BELOW_A1", "A1", "A2", "B1", "B2", "C1", "C2"] };
function validate152(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema65.type, parentSchema: schema65, data };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  if (!(data === "BELOW_A1" || data === "A1" || data === "A2" || data === "B1" || data === "B2" || data === "C1" || data === "C2")) {
    const err1 = { instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema65.enum }, message: "must be equal to one of the allowed values", schema: schema65.enum, parentSchema: schema65, data };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  validate152.errors = vErrors;
  return errors === 0;
}
var schema66 = { "description": "The score of one skill.", "type": "object", "additionalProperties": false, "required": ["skill", "score"], "properties": { "skill": { "description": "Name of the skill.", "$ref": "#/$defs/Text" }, "score": { "description": "The score in the test's own format.", "$ref": "#/$defs/Text" } } };
function validate160(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.skill === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "skill" }, message: "must have required property 'skill'", schema: schema66.required, parentSchema: schema66, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.score === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "score" }, message: "must have required property 'score'", schema: schema66.required, parentSchema: schema66, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "skill" || key0 === "score")) {
        const err2 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema66, data };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.skill !== void 0) {
      if (!validate63.call(this, data.skill, { instancePath: instancePath + "/skill", parentData: data, parentDataProperty: "skill", rootData })) {
        vErrors = vErrors === null ? validate63.errors : mergeErrors(vErrors, validate63.errors);
        errors = vErrors.length;
      }
    }
    if (data.score !== void 0) {
      if (!validate63.call(this, data.score, { instancePath: instancePath + "/score", parentData: data, parentDataProperty: "score", rootData })) {
        vErrors = vErrors === null ? validate63.errors : mergeErrors(vErrors, validate63.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err3 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema66.type, parentSchema: schema66, data };
    if (vErrors === null) {
      vErrors = [err3];
    } else {
      vErrors.push(err3);
    }
    errors++;
  }
  validate160.errors = vErrors;
  return errors === 0;
}
function validate151(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.cefr_scores === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "cefr_scores" }, message: "must have required property 'cefr_scores'", schema: schema64.required, parentSchema: schema64, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.overall === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "overall" }, message: "must have required property 'overall'", schema: schema64.required, parentSchema: schema64, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "cefr_scores" || key0 === "overall" || key0 === "subskills" || key0 === "partner_chain")) {
        const err2 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema64, data };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.cefr_scores !== void 0) {
      let data0 = data.cefr_scores;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        for (const key1 in data0) {
          if (errors >= 2e3) break;
          if (!(key1 === "combined" || key1 === "reading" || key1 === "listening" || key1 === "speaking" || key1 === "writing")) {
            const err3 = { instancePath: instancePath + "/cefr_scores", schemaPath: "#/properties/cefr_scores/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties", schema: false, parentSchema: schema64.properties.cefr_scores, data: data0 };
            if (vErrors === null) {
              vErrors = [err3];
            } else {
              vErrors.push(err3);
            }
            errors++;
          }
        }
        if (data0.combined !== void 0) {
          if (!validate152.call(this, data0.combined, { instancePath: instancePath + "/cefr_scores/combined", parentData: data0, parentDataProperty: "combined", rootData })) {
            vErrors = vErrors === null ? validate152.errors : mergeErrors(vErrors, validate152.errors);
            errors = vErrors.length;
          }
        }
        if (data0.reading !== void 0) {
          if (!validate152.call(this, data0.reading, { instancePath: instancePath + "/cefr_scores/reading", parentData: data0, parentDataProperty: "reading", rootData })) {
            vErrors = vErrors === null ? validate152.errors : mergeErrors(vErrors, validate152.errors);
            errors = vErrors.length;
          }
        }
        if (data0.listening !== void 0) {
          if (!validate152.call(this, data0.listening, { instancePath: instancePath + "/cefr_scores/listening", parentData: data0, parentDataProperty: "listening", rootData })) {
            vErrors = vErrors === null ? validate152.errors : mergeErrors(vErrors, validate152.errors);
            errors = vErrors.length;
          }
        }
        if (data0.speaking !== void 0) {
          if (!validate152.call(this, data0.speaking, { instancePath: instancePath + "/cefr_scores/speaking", parentData: data0, parentDataProperty: "speaking", rootData })) {
            vErrors = vErrors === null ? validate152.errors : mergeErrors(vErrors, validate152.errors);
            errors = vErrors.length;
          }
        }
        if (data0.writing !== void 0) {
          if (!validate152.call(this, data0.writing, { instancePath: instancePath + "/cefr_scores/writing", parentData: data0, parentDataProperty: "writing", rootData })) {
            vErrors = vErrors === null ? validate152.errors : mergeErrors(vErrors, validate152.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err4 = { instancePath: instancePath + "/cefr_scores", schemaPath: "#/properties/cefr_scores/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema64.properties.cefr_scores.type, parentSchema: schema64.properties.cefr_scores, data: data0 };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.overall !== void 0) {
      let data6 = data.overall;
      if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
        if (data6.score === void 0) {
          const err5 = { instancePath: instancePath + "/overall", schemaPath: "#/properties/overall/required", keyword: "required", params: { missingProperty: "score" }, message: "must have required property 'score'", schema: schema64.properties.overall.required, parentSchema: schema64.properties.overall, data: data6 };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
        if (data6.scale === void 0) {
          const err6 = { instancePath: instancePath + "/overall", schemaPath: "#/properties/overall/required", keyword: "required", params: { missingProperty: "scale" }, message: "must have required property 'scale'", schema: schema64.properties.overall.required, parentSchema: schema64.properties.overall, data: data6 };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
        for (const key2 in data6) {
          if (errors >= 2e3) break;
          if (!(key2 === "score" || key2 === "scale")) {
            const err7 = { instancePath: instancePath + "/overall", schemaPath: "#/properties/overall/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 }, message: "must NOT have additional properties", schema: false, parentSchema: schema64.properties.overall, data: data6 };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
        if (data6.score !== void 0) {
          if (!validate63.call(this, data6.score, { instancePath: instancePath + "/overall/score", parentData: data6, parentDataProperty: "score", rootData })) {
            vErrors = vErrors === null ? validate63.errors : mergeErrors(vErrors, validate63.errors);
            errors = vErrors.length;
          }
        }
        if (data6.scale !== void 0) {
          if (!validate63.call(this, data6.scale, { instancePath: instancePath + "/overall/scale", parentData: data6, parentDataProperty: "scale", rootData })) {
            vErrors = vErrors === null ? validate63.errors : mergeErrors(vErrors, validate63.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err8 = { instancePath: instancePath + "/overall", schemaPath: "#/properties/overall/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema64.properties.overall.type, parentSchema: schema64.properties.overall, data: data6 };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.subskills !== void 0) {
      let data9 = data.subskills;
      if (Array.isArray(data9)) {
        if (data9.length > 20) {
          const err9 = { instancePath: instancePath + "/subskills", schemaPath: "#/properties/subskills/maxItems", keyword: "maxItems", params: { limit: 20 }, message: "must NOT have more than 20 items", schema: 20, parentSchema: schema64.properties.subskills, data: data9 };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
        const len0 = data9.length;
        for (let i0 = 0; i0 < len0 && errors < 2e3; i0++) {
          if (!validate160.call(this, data9[i0], { instancePath: instancePath + "/subskills/" + i0, parentData: data9, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate160.errors : mergeErrors(vErrors, validate160.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err10 = { instancePath: instancePath + "/subskills", schemaPath: "#/properties/subskills/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema64.properties.subskills.type, parentSchema: schema64.properties.subskills, data: data9 };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    if (data.partner_chain !== void 0) {
      if (!validate88.call(this, data.partner_chain, { instancePath: instancePath + "/partner_chain", parentData: data, parentDataProperty: "partner_chain", rootData })) {
        vErrors = vErrors === null ? validate88.errors : mergeErrors(vErrors, validate88.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err11 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema64.type, parentSchema: schema64, data };
    if (vErrors === null) {
      vErrors = [err11];
    } else {
      vErrors.push(err11);
    }
    errors++;
  }
  validate151.errors = vErrors;
  return errors === 0;
}
function validate144(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.full_name === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "full_name" }, message: "must have required property 'full_name'", schema: schema62.required, parentSchema: schema62, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.test_provider === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "test_provider" }, message: "must have required property 'test_provider'", schema: schema62.required, parentSchema: schema62, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.test_name === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "test_name" }, message: "must have required property 'test_name'", schema: schema62.required, parentSchema: schema62, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.completion_date === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "completion_date" }, message: "must have required property 'completion_date'", schema: schema62.required, parentSchema: schema62, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.test_scores === void 0) {
      const err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "test_scores" }, message: "must have required property 'test_scores'", schema: schema62.required, parentSchema: schema62, data };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "full_name" || key0 === "test_provider" || key0 === "test_name" || key0 === "completion_date" || key0 === "expiry_date" || key0 === "test_scores" || key0 === "partner_chain")) {
        const err5 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema62, data };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data.full_name !== void 0) {
      if (!validate63.call(this, data.full_name, { instancePath: instancePath + "/full_name", parentData: data, parentDataProperty: "full_name", rootData })) {
        vErrors = vErrors === null ? validate63.errors : mergeErrors(vErrors, validate63.errors);
        errors = vErrors.length;
      }
    }
    if (data.test_provider !== void 0) {
      if (!validate63.call(this, data.test_provider, { instancePath: instancePath + "/test_provider", parentData: data, parentDataProperty: "test_provider", rootData })) {
        vErrors = vErrors === null ? validate63.errors : mergeErrors(vErrors, validate63.errors);
        errors = vErrors.length;
      }
    }
    if (data.test_name !== void 0) {
      if (!validate63.call(this, data.test_name, { instancePath: instancePath + "/test_name", parentData: data, parentDataProperty: "test_name", rootData })) {
        vErrors = vErrors === null ? validate63.errors : mergeErrors(vErrors, validate63.errors);
        errors = vErrors.length;
      }
    }
    if (data.completion_date !== void 0) {
      if (!validate148.call(this, data.completion_date, { instancePath: instancePath + "/completion_date", parentData: data, parentDataProperty: "completion_date", rootData })) {
        vErrors = vErrors === null ? validate148.errors : mergeErrors(vErrors, validate148.errors);
        errors = vErrors.length;
      }
    }
    if (data.expiry_date !== void 0) {
      if (!validate148.call(this, data.expiry_date, { instancePath: instancePath + "/expiry_date", parentData: data, parentDataProperty: "expiry_date", rootData })) {
        vErrors = vErrors === null ? validate148.errors : mergeErrors(vErrors, validate148.errors);
        errors = vErrors.length;
      }
    }
    if (data.test_scores !== void 0) {
      if (!validate151.call(this, data.test_scores, { instancePath: instancePath + "/test_scores", parentData: data, parentDataProperty: "test_scores", rootData })) {
        vErrors = vErrors === null ? validate151.errors : mergeErrors(vErrors, validate151.errors);
        errors = vErrors.length;
      }
    }
    if (data.partner_chain !== void 0) {
      if (!validate88.call(this, data.partner_chain, { instancePath: instancePath + "/partner_chain", parentData: data, parentDataProperty: "partner_chain", rootData })) {
        vErrors = vErrors === null ? validate88.errors : mergeErrors(vErrors, validate88.errors);
        errors = vErrors.length;
      }
    }
    this.warnAboutValues(data, schema62["x-value-warnings"], instancePath);
  } else {
    const err6 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema62.type, parentSchema: schema62, data };
    if (vErrors === null) {
      vErrors = [err6];
    } else {
      vErrors.push(err6);
    }
    errors++;
  }
  validate144.errors = vErrors;
  return errors === 0;
}
function validate142(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'", schema: schema61.required, parentSchema: schema61, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.credential_type === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "credential_type" }, message: "must have required property 'credential_type'", schema: schema61.required, parentSchema: schema61, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.document_type === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "document_type" }, message: "must have required property 'document_type'", schema: schema61.required, parentSchema: schema61, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.data === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "data" }, message: "must have required property 'data'", schema: schema61.required, parentSchema: schema61, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "id" || key0 === "credential_type" || key0 === "document_type" || key0 === "data")) {
        const err4 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema61, data };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.id !== void 0) {
      if (!validate60.call(this, data.id, { instancePath: instancePath + "/id", parentData: data, parentDataProperty: "id", rootData })) {
        vErrors = vErrors === null ? validate60.errors : mergeErrors(vErrors, validate60.errors);
        errors = vErrors.length;
      }
    }
    if (data.credential_type !== void 0) {
      let data1 = data.credential_type;
      if (typeof data1 !== "string") {
        const err5 = { instancePath: instancePath + "/credential_type", schemaPath: "#/properties/credential_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema61.properties.credential_type.type, parentSchema: schema61.properties.credential_type, data: data1 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
      if ("english_proficiency" !== data1) {
        const err6 = { instancePath: instancePath + "/credential_type", schemaPath: "#/properties/credential_type/const", keyword: "const", params: { allowedValue: "english_proficiency" }, message: "must be equal to constant", schema: "english_proficiency", parentSchema: schema61.properties.credential_type, data: data1 };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.document_type !== void 0) {
      let data2 = data.document_type;
      if (typeof data2 !== "string") {
        const err7 = { instancePath: instancePath + "/document_type", schemaPath: "#/properties/document_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema61.properties.document_type.type, parentSchema: schema61.properties.document_type, data: data2 };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
      if ("english_assessment" !== data2) {
        const err8 = { instancePath: instancePath + "/document_type", schemaPath: "#/properties/document_type/const", keyword: "const", params: { allowedValue: "english_assessment" }, message: "must be equal to constant", schema: "english_assessment", parentSchema: schema61.properties.document_type, data: data2 };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.data !== void 0) {
      let data3 = data.data;
      if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
        if (data3.credential === void 0) {
          const err9 = { instancePath: instancePath + "/data", schemaPath: "#/properties/data/required", keyword: "required", params: { missingProperty: "credential" }, message: "must have required property 'credential'", schema: schema61.properties.data.required, parentSchema: schema61.properties.data, data: data3 };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
        for (const key1 in data3) {
          if (errors >= 2e3) break;
          if (!(key1 === "credential" || key1 === "document" || key1 === "partner_chain")) {
            const err10 = { instancePath: instancePath + "/data", schemaPath: "#/properties/data/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties", schema: false, parentSchema: schema61.properties.data, data: data3 };
            if (vErrors === null) {
              vErrors = [err10];
            } else {
              vErrors.push(err10);
            }
            errors++;
          }
        }
        if (data3.credential !== void 0) {
          if (!validate144.call(this, data3.credential, { instancePath: instancePath + "/data/credential", parentData: data3, parentDataProperty: "credential", rootData })) {
            vErrors = vErrors === null ? validate144.errors : mergeErrors(vErrors, validate144.errors);
            errors = vErrors.length;
          }
        }
        if (data3.document !== void 0) {
          if (!validate98.call(this, data3.document, { instancePath: instancePath + "/data/document", parentData: data3, parentDataProperty: "document", rootData })) {
            vErrors = vErrors === null ? validate98.errors : mergeErrors(vErrors, validate98.errors);
            errors = vErrors.length;
          }
        }
        if (data3.partner_chain !== void 0) {
          if (!validate88.call(this, data3.partner_chain, { instancePath: instancePath + "/data/partner_chain", parentData: data3, parentDataProperty: "partner_chain", rootData })) {
            vErrors = vErrors === null ? validate88.errors : mergeErrors(vErrors, validate88.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err11 = { instancePath: instancePath + "/data", schemaPath: "#/properties/data/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema61.properties.data.type, parentSchema: schema61.properties.data, data: data3 };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
  } else {
    const err12 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema61.type, parentSchema: schema61, data };
    if (vErrors === null) {
      vErrors = [err12];
    } else {
      vErrors.push(err12);
    }
    errors++;
  }
  validate142.errors = vErrors;
  return errors === 0;
}
var addMicrocredentialBody = validate170;
var schema67 = { "description": "A microcredential submitted for a user.", "oneOf": [{ "$ref": "#/$defs/MicrocredentialWithPdf" }, { "$ref": "#/$defs/MicrocredentialWithImage" }, { "$ref": "#/$defs/MicrocredentialWithOpenCertificate" }, { "$ref": "#/$defs/MicrocredentialWithoutDocument" }], "discriminator": { "propertyName": "document_type" }, "type": "object", "if": { "type": "object", "required": ["document_type"], "properties": { "document_type": { "type": "string", "enum": ["pdf", "png", "jpg", "open_cert", "none"] } } }, "else": { "description": "A microcredential with the URL of a PDF file.", "type": "object", "additionalProperties": false, "required": ["id", "credential_type", "document_type", "data"], "properties": { "id": { "description": "The partner's identifier for the submission. Different partners can use the same identifier without a conflict. In a batch, it identifies the item.", "$ref": "#/$defs/Identifier" }, "credential_type": { "description": "The kind of the credential.", "type": "string", "const": "microcredential" }, "document_type": { "type": "string", "enum": ["pdf", "png", "jpg", "open_cert", "none"] }, "data": { "description": "The credential and its document.", "type": "object", "additionalProperties": false, "required": ["credential"], "properties": { "credential": { "$ref": "#/$defs/MicrocredentialCredential" }, "document": { "description": "The URL of the PDF file, or null.", "type": ["string", "null"] }, "partner_chain": { "description": "An alternative position for the `partner_chain` of the credential.", "$ref": "#/$defs/PartnerChain" } } } } } };
var schema68 = { "description": "A microcredential: the proof of a short course or an assessed skill.", "type": "object", "additionalProperties": false, "required": ["full_name", "issuer_name", "microcredential_name", "issue_date"], "properties": { "full_name": { "description": "Name of the person who earned the microcredential.", "$ref": "#/$defs/Text" }, "issuer_name": { "$ref": "#/$defs/IssuerName" }, "microcredential_name": { "$ref": "#/$defs/MicrocredentialName" }, "issue_date": { "description": "Date on which the microcredential was issued.", "$ref": "#/$defs/CalendarDate" }, "expiry_date": { "description": "Date on which the microcredential expires. A date before `issue_date` gets the warning `contradiction`.", "$ref": "#/$defs/CalendarDate" }, "assessment_result": { "$ref": "#/$defs/AssessmentResult" }, "partner_chain": { "$ref": "#/$defs/PartnerChain" } }, "x-value-warnings": [{ "property": "issue_date", "code": "future", "message": "is later than the next year; check the date", "yearsAhead": 1 }, { "property": "expiry_date", "code": "contradiction", "message": "is before issue_date; check both dates", "before": "issue_date" }, { "property": "expiry_date", "code": "future", "message": "is far in the future; omit expiry_date if the credential does not expire", "yearsAhead": 50 }] };
var schema69 = { "description": "The name of the party that issued the credential. The service rejects a generic word alone (`School`, `University`, `College`, `Provider`, `Institution`, `Company`, `Organisation`, `Academy`, ...), also with an article (`The University`). It accepts other names that look wrong, such as `Training Provider`, `Website`, or `N/A`, and returns `warnings`.", "$ref": "#/$defs/Text", "x-naming-rules": { "generic": { "message": "must name the party that issued the credential, not a generic word", "whole": ["academy", "academies", "association", "associations", "business", "businesses", "center", "centers", "centre", "centres", "college", "colleges", "companies", "company", "department", "departments", "employer", "employers", "faculties", "faculty", "institute", "institutes", "institution", "institutions", "issuer", "issuers", "organisation", "organisations", "organization", "organizations", "partner", "partners", "provider", "providers", "school", "schools", "trainer", "trainers", "universities", "university", "a college", "a company", "a provider", "a school", "a university", "an institution", "an organisation", "an organization", "the company", "the institution", "the organisation", "the organization", "the provider", "the school", "the university"] } }, "x-naming-warnings": { "generic": { "message": "looks generic; send the full name of the party that issued the credential", "only": ["a", "an", "any", "my", "our", "own", "some", "the", "their", "this", "your", "academies", "academy", "association", "associations", "body", "business", "businesses", "center", "centers", "centre", "centres", "certificate", "college", "colleges", "companies", "company", "course", "courses", "credential", "department", "departments", "educator", "employer", "employers", "entity", "faculties", "faculty", "firm", "institute", "institution", "institutions", "issuer", "issuers", "name", "organisation", "organisations", "organization", "organizations", "partner", "partners", "party", "provider", "providers", "qualification", "rto", "school", "schools", "training", "trainings", "uni", "unis", "universities", "university", "accredited", "approved", "authorised", "authorized", "awarding", "certifying", "education", "educational", "high", "issuing", "local", "primary", "private", "public", "recognised", "recognized", "registered", "secondary", "demo", "dummy", "fake", "sample", "test", "homepage", "internet", "online", "page", "platform", "portal", "site", "web", "website", "websites", "colegio", "escuela", "facultad", "instituto", "universidad", "ecole", "\xE9cole", "universit\xE9", "universite", "hochschule", "schule", "universit\xE4t", "universidade", "universit\xE0", "universita", "escola", "scuola", "universiteit"], "whole": ["certification body", "government", "issuing authority", "self issued", "self study", "the trainer", "a trainer"] }, "placeholder": { "message": "looks like a placeholder; send the name of the party that issued the credential", "only": ["me", "myself", "nobody", "someone", "self", "individual", "personal", "private", "assessed", "certified", "employed"], "whole": ["na", "nil", "none", "none given", "nothing", "null", "undefined", "NaN", "no", "yes", "true", "false", "no data", "no name", "no value", "blank", "empty", "default", "value", "unknown", "unnamed", "unspecified", "untitled", "anonymous", "not applicable", "not available", "not disclosed", "not given", "not known", "not provided", "not specified", "not stated", "do not know", "dont know", "tba", "tbc", "tbd", "to be advised", "to be announced", "to be confirmed", "to be determined", "to follow", "pending", "other", "others", "misc", "miscellaneous", "various", "demo", "dummy", "fake", "placeholder", "sample", "test", "test1", "test123", "test test", "tester", "testing", "abc123", "asdf", "asdfasdf", "asdfgh", "foo", "foobar", "foo bar", "lorem ipsum", "object object", "qwerty", "ref", "string", "xx", "xxx", "xxxx", "xxxxx", ""] } } };
function validate174(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!validate63.call(this, data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate63.errors : mergeErrors(vErrors, validate63.errors);
    errors = vErrors.length;
  }
  if (typeof data === "string") {
    const broken0 = this.brokenNamingRules(data, schema69["x-naming-rules"]);
    for (const rule0 of broken0) {
      const err0 = { instancePath, schemaPath: "#/x-naming-rules", keyword: "x-naming-rules", params: { rule: rule0, text: data }, message: "x-naming-rules", schema: schema69["x-naming-rules"], parentSchema: schema69, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    this.warnAboutName(data, schema69["x-naming-warnings"], instancePath);
  }
  validate174.errors = vErrors;
  return errors === 0;
}
var schema70 = { "description": "The name of the qualification. The service rejects certificates of participation or completion that name no qualification: `Certificate of Participation`, `Certificate of Course Completion`, `Completion Certificate`, and similar spellings. It accepts other names that look wrong, such as `Certificate of Achievement`, `Module 1`, or `N/A`, and returns `warnings`.", "$ref": "#/$defs/Text", "x-naming-rules": { "generic": { "message": "must name the qualification; a certificate of participation or completion cannot be verified", "whole": ["certificate of participation", "certificates of participation", "cert of participation", "a certificate of participation", "the certificate of participation", "certificate for participation", "certificate participation", "certificate of course participation", "certificate of program participation", "certificate of programme participation", "certificate of training participation", "certificate of successful participation", "participation certificate", "participation certificates", "course participation certificate", "training participation certificate", "certificate of completion", "certificates of completion", "cert of completion", "a certificate of completion", "the certificate of completion", "certificate for completion", "certificate completion", "certificate of course completion", "certificate of program completion", "certificate of programme completion", "certificate of training completion", "certificate of successful completion", "certificate of successful course completion", "completion certificate", "completion certificates", "course completion certificate", "training completion certificate", "certificate of participation and completion", "certificate of completion and participation"] } }, "x-naming-warnings": { "generic": { "message": "looks like a generic title; send the name of the qualification", "only": ["a", "an", "for", "my", "of", "our", "the", "this", "your", "award", "awards", "badge", "badges", "certificate", "certificates", "certification", "certifications", "class", "classes", "course", "courses", "credential", "credentials", "diploma", "diplomas", "letter", "micro", "microcredential", "microcredentials", "module", "modules", "program", "programme", "programmes", "programs", "proof", "qualification", "qualifications", "record", "seminar", "seminars", "statement", "statements", "training", "trainings", "webinar", "webinars", "workshop", "workshops", "achievement", "achievements", "appreciation", "attainment", "attainments", "attendance", "attended", "attending", "completed", "completing", "completion", "excellence", "graduation", "merit", "participated", "participating", "participation", "passed", "proficiency", "recognition", "successful", "successfully", "elearning", "online", "short", "demo", "dummy", "fake", "sample", "test", "assessment", "assignment", "chapter", "exam", "examination", "lecture", "lesson", "level", "part", "quiz", "section", "session", "unit", "video", "week", "website", "web", "site", "first", "second", "third", "st", "nd", "rd", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "101", "ii", "iii", "iv", "v"] }, "placeholder": { "message": "looks like a placeholder; send the name of the qualification", "whole": ["na", "nil", "none", "none given", "nothing", "null", "undefined", "NaN", "no", "yes", "true", "false", "no data", "no name", "no value", "blank", "empty", "default", "value", "unknown", "unnamed", "unspecified", "untitled", "anonymous", "not applicable", "not available", "not disclosed", "not given", "not known", "not provided", "not specified", "not stated", "do not know", "dont know", "tba", "tbc", "tbd", "to be advised", "to be announced", "to be confirmed", "to be determined", "to follow", "pending", "other", "others", "misc", "miscellaneous", "various", "demo", "dummy", "fake", "placeholder", "sample", "test", "test1", "test123", "test test", "tester", "testing", "abc123", "asdf", "asdfasdf", "asdfgh", "foo", "foobar", "foo bar", "lorem ipsum", "object object", "qwerty", "ref", "string", "xx", "xxx", "xxxx", "xxxxx", ""] } } };
function validate177(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!validate63.call(this, data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate63.errors : mergeErrors(vErrors, validate63.errors);
    errors = vErrors.length;
  }
  if (typeof data === "string") {
    const broken0 = this.brokenNamingRules(data, schema70["x-naming-rules"]);
    for (const rule0 of broken0) {
      const err0 = { instancePath, schemaPath: "#/x-naming-rules", keyword: "x-naming-rules", params: { rule: rule0, text: data }, message: "x-naming-rules", schema: schema70["x-naming-rules"], parentSchema: schema70, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    this.warnAboutName(data, schema70["x-naming-warnings"], instancePath);
  }
  validate177.errors = vErrors;
  return errors === 0;
}
var schema71 = { "description": "The result of the assessment in the issuer's own words, or null.", "type": ["string", "null"], "maxLength": 500, "pattern": "^[^\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x9F]*$", "x-well-formed": true, "x-message": "must not contain unpaired surrogates, or control characters other than tab and line breaks" };
function validate182(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string" && data !== null) {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: schema71.type }, message: "must be string,null", schema: schema71.type, parentSchema: schema71, data };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  if (typeof data === "string") {
    if (data.length > 500 && func1(data) > 500) {
      const err1 = { instancePath, schemaPath: "#/maxLength", keyword: "maxLength", params: { limit: 500 }, message: "must NOT have more than 500 characters", schema: 500, parentSchema: schema71, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (!pattern8.test(data)) {
      const err2 = { instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { pattern: "^[^\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x9F]*$" }, message: 'must match pattern "^[^\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x9F]*$"', schema: "^[^\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x9F]*$", parentSchema: schema71, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (!this.wellFormed(data)) {
      const err3 = { instancePath, schemaPath: "#/x-well-formed", keyword: "x-well-formed", params: {}, message: "x-well-formed", schema: true, parentSchema: schema71, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
  }
  validate182.errors = vErrors;
  return errors === 0;
}
function validate172(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.full_name === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "full_name" }, message: "must have required property 'full_name'", schema: schema68.required, parentSchema: schema68, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.issuer_name === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "issuer_name" }, message: "must have required property 'issuer_name'", schema: schema68.required, parentSchema: schema68, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.microcredential_name === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "microcredential_name" }, message: "must have required property 'microcredential_name'", schema: schema68.required, parentSchema: schema68, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.issue_date === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "issue_date" }, message: "must have required property 'issue_date'", schema: schema68.required, parentSchema: schema68, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "full_name" || key0 === "issuer_name" || key0 === "microcredential_name" || key0 === "issue_date" || key0 === "expiry_date" || key0 === "assessment_result" || key0 === "partner_chain")) {
        const err4 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema68, data };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.full_name !== void 0) {
      if (!validate63.call(this, data.full_name, { instancePath: instancePath + "/full_name", parentData: data, parentDataProperty: "full_name", rootData })) {
        vErrors = vErrors === null ? validate63.errors : mergeErrors(vErrors, validate63.errors);
        errors = vErrors.length;
      }
    }
    if (data.issuer_name !== void 0) {
      if (!validate174.call(this, data.issuer_name, { instancePath: instancePath + "/issuer_name", parentData: data, parentDataProperty: "issuer_name", rootData })) {
        vErrors = vErrors === null ? validate174.errors : mergeErrors(vErrors, validate174.errors);
        errors = vErrors.length;
      }
    }
    if (data.microcredential_name !== void 0) {
      if (!validate177.call(this, data.microcredential_name, { instancePath: instancePath + "/microcredential_name", parentData: data, parentDataProperty: "microcredential_name", rootData })) {
        vErrors = vErrors === null ? validate177.errors : mergeErrors(vErrors, validate177.errors);
        errors = vErrors.length;
      }
    }
    if (data.issue_date !== void 0) {
      if (!validate148.call(this, data.issue_date, { instancePath: instancePath + "/issue_date", parentData: data, parentDataProperty: "issue_date", rootData })) {
        vErrors = vErrors === null ? validate148.errors : mergeErrors(vErrors, validate148.errors);
        errors = vErrors.length;
      }
    }
    if (data.expiry_date !== void 0) {
      if (!validate148.call(this, data.expiry_date, { instancePath: instancePath + "/expiry_date", parentData: data, parentDataProperty: "expiry_date", rootData })) {
        vErrors = vErrors === null ? validate148.errors : mergeErrors(vErrors, validate148.errors);
        errors = vErrors.length;
      }
    }
    if (data.assessment_result !== void 0) {
      if (!validate182.call(this, data.assessment_result, { instancePath: instancePath + "/assessment_result", parentData: data, parentDataProperty: "assessment_result", rootData })) {
        vErrors = vErrors === null ? validate182.errors : mergeErrors(vErrors, validate182.errors);
        errors = vErrors.length;
      }
    }
    if (data.partner_chain !== void 0) {
      if (!validate88.call(this, data.partner_chain, { instancePath: instancePath + "/partner_chain", parentData: data, parentDataProperty: "partner_chain", rootData })) {
        vErrors = vErrors === null ? validate88.errors : mergeErrors(vErrors, validate88.errors);
        errors = vErrors.length;
      }
    }
    this.warnAboutValues(data, schema68["x-value-warnings"], instancePath);
  } else {
    const err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema68.type, parentSchema: schema68, data };
    if (vErrors === null) {
      vErrors = [err5];
    } else {
      vErrors.push(err5);
    }
    errors++;
  }
  validate172.errors = vErrors;
  return errors === 0;
}
var schema72 = { "description": "A microcredential with the URL of a PDF file.", "type": "object", "additionalProperties": false, "required": ["id", "credential_type", "document_type", "data"], "properties": { "id": { "description": "The partner's identifier for the submission. Different partners can use the same identifier without a conflict. In a batch, it identifies the item.", "$ref": "#/$defs/Identifier" }, "credential_type": { "description": "The kind of the credential.", "type": "string", "const": "microcredential" }, "document_type": { "description": "The type of the document: a PDF file.", "type": "string", "const": "pdf" }, "data": { "description": "The credential and its document.", "type": "object", "additionalProperties": false, "required": ["credential"], "properties": { "credential": { "$ref": "#/$defs/MicrocredentialCredential" }, "document": { "description": "The URL of the PDF file, or null.", "$ref": "#/$defs/DocumentUrl" }, "partner_chain": { "description": "An alternative position for the `partner_chain` of the credential.", "$ref": "#/$defs/PartnerChain" } } } } };
function validate187(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'", schema: schema72.required, parentSchema: schema72, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.credential_type === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "credential_type" }, message: "must have required property 'credential_type'", schema: schema72.required, parentSchema: schema72, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.document_type === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "document_type" }, message: "must have required property 'document_type'", schema: schema72.required, parentSchema: schema72, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.data === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "data" }, message: "must have required property 'data'", schema: schema72.required, parentSchema: schema72, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "id" || key0 === "credential_type" || key0 === "document_type" || key0 === "data")) {
        const err4 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema72, data };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.id !== void 0) {
      if (!validate60.call(this, data.id, { instancePath: instancePath + "/id", parentData: data, parentDataProperty: "id", rootData })) {
        vErrors = vErrors === null ? validate60.errors : mergeErrors(vErrors, validate60.errors);
        errors = vErrors.length;
      }
    }
    if (data.credential_type !== void 0) {
      let data1 = data.credential_type;
      if (typeof data1 !== "string") {
        const err5 = { instancePath: instancePath + "/credential_type", schemaPath: "#/properties/credential_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema72.properties.credential_type.type, parentSchema: schema72.properties.credential_type, data: data1 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
      if ("microcredential" !== data1) {
        const err6 = { instancePath: instancePath + "/credential_type", schemaPath: "#/properties/credential_type/const", keyword: "const", params: { allowedValue: "microcredential" }, message: "must be equal to constant", schema: "microcredential", parentSchema: schema72.properties.credential_type, data: data1 };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.document_type !== void 0) {
      let data2 = data.document_type;
      if (typeof data2 !== "string") {
        const err7 = { instancePath: instancePath + "/document_type", schemaPath: "#/properties/document_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema72.properties.document_type.type, parentSchema: schema72.properties.document_type, data: data2 };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
      if ("pdf" !== data2) {
        const err8 = { instancePath: instancePath + "/document_type", schemaPath: "#/properties/document_type/const", keyword: "const", params: { allowedValue: "pdf" }, message: "must be equal to constant", schema: "pdf", parentSchema: schema72.properties.document_type, data: data2 };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.data !== void 0) {
      let data3 = data.data;
      if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
        if (data3.credential === void 0) {
          const err9 = { instancePath: instancePath + "/data", schemaPath: "#/properties/data/required", keyword: "required", params: { missingProperty: "credential" }, message: "must have required property 'credential'", schema: schema72.properties.data.required, parentSchema: schema72.properties.data, data: data3 };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
        for (const key1 in data3) {
          if (errors >= 2e3) break;
          if (!(key1 === "credential" || key1 === "document" || key1 === "partner_chain")) {
            const err10 = { instancePath: instancePath + "/data", schemaPath: "#/properties/data/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties", schema: false, parentSchema: schema72.properties.data, data: data3 };
            if (vErrors === null) {
              vErrors = [err10];
            } else {
              vErrors.push(err10);
            }
            errors++;
          }
        }
        if (data3.credential !== void 0) {
          if (!validate172.call(this, data3.credential, { instancePath: instancePath + "/data/credential", parentData: data3, parentDataProperty: "credential", rootData })) {
            vErrors = vErrors === null ? validate172.errors : mergeErrors(vErrors, validate172.errors);
            errors = vErrors.length;
          }
        }
        if (data3.document !== void 0) {
          if (!validate98.call(this, data3.document, { instancePath: instancePath + "/data/document", parentData: data3, parentDataProperty: "document", rootData })) {
            vErrors = vErrors === null ? validate98.errors : mergeErrors(vErrors, validate98.errors);
            errors = vErrors.length;
          }
        }
        if (data3.partner_chain !== void 0) {
          if (!validate88.call(this, data3.partner_chain, { instancePath: instancePath + "/data/partner_chain", parentData: data3, parentDataProperty: "partner_chain", rootData })) {
            vErrors = vErrors === null ? validate88.errors : mergeErrors(vErrors, validate88.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err11 = { instancePath: instancePath + "/data", schemaPath: "#/properties/data/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema72.properties.data.type, parentSchema: schema72.properties.data, data: data3 };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
  } else {
    const err12 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema72.type, parentSchema: schema72, data };
    if (vErrors === null) {
      vErrors = [err12];
    } else {
      vErrors.push(err12);
    }
    errors++;
  }
  validate187.errors = vErrors;
  return errors === 0;
}
var schema73 = { "description": "A microcredential with the URL of a PNG or JPEG file.", "type": "object", "additionalProperties": false, "required": ["id", "credential_type", "document_type", "data"], "properties": { "id": { "description": "The partner's identifier for the submission. Different partners can use the same identifier without a conflict. In a batch, it identifies the item.", "$ref": "#/$defs/Identifier" }, "credential_type": { "description": "The kind of the credential.", "type": "string", "const": "microcredential" }, "document_type": { "description": "The type of the image: PNG or JPEG.", "type": "string", "enum": ["png", "jpg"] }, "data": { "description": "The credential and its document.", "type": "object", "additionalProperties": false, "required": ["credential"], "properties": { "credential": { "$ref": "#/$defs/MicrocredentialCredential" }, "document": { "description": "The URL of the image, or null.", "$ref": "#/$defs/DocumentUrl" }, "partner_chain": { "description": "An alternative position for the `partner_chain` of the credential.", "$ref": "#/$defs/PartnerChain" } } } } };
function validate192(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'", schema: schema73.required, parentSchema: schema73, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.credential_type === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "credential_type" }, message: "must have required property 'credential_type'", schema: schema73.required, parentSchema: schema73, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.document_type === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "document_type" }, message: "must have required property 'document_type'", schema: schema73.required, parentSchema: schema73, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.data === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "data" }, message: "must have required property 'data'", schema: schema73.required, parentSchema: schema73, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "id" || key0 === "credential_type" || key0 === "document_type" || key0 === "data")) {
        const err4 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema73, data };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.id !== void 0) {
      if (!validate60.call(this, data.id, { instancePath: instancePath + "/id", parentData: data, parentDataProperty: "id", rootData })) {
        vErrors = vErrors === null ? validate60.errors : mergeErrors(vErrors, validate60.errors);
        errors = vErrors.length;
      }
    }
    if (data.credential_type !== void 0) {
      let data1 = data.credential_type;
      if (typeof data1 !== "string") {
        const err5 = { instancePath: instancePath + "/credential_type", schemaPath: "#/properties/credential_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema73.properties.credential_type.type, parentSchema: schema73.properties.credential_type, data: data1 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
      if ("microcredential" !== data1) {
        const err6 = { instancePath: instancePath + "/credential_type", schemaPath: "#/properties/credential_type/const", keyword: "const", params: { allowedValue: "microcredential" }, message: "must be equal to constant", schema: "microcredential", parentSchema: schema73.properties.credential_type, data: data1 };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.document_type !== void 0) {
      let data2 = data.document_type;
      if (typeof data2 !== "string") {
        const err7 = { instancePath: instancePath + "/document_type", schemaPath: "#/properties/document_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema73.properties.document_type.type, parentSchema: schema73.properties.document_type, data: data2 };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
      if (!(data2 === "png" || data2 === "jpg")) {
        const err8 = { instancePath: instancePath + "/document_type", schemaPath: "#/properties/document_type/enum", keyword: "enum", params: { allowedValues: schema73.properties.document_type.enum }, message: "must be equal to one of the allowed values", schema: schema73.properties.document_type.enum, parentSchema: schema73.properties.document_type, data: data2 };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.data !== void 0) {
      let data3 = data.data;
      if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
        if (data3.credential === void 0) {
          const err9 = { instancePath: instancePath + "/data", schemaPath: "#/properties/data/required", keyword: "required", params: { missingProperty: "credential" }, message: "must have required property 'credential'", schema: schema73.properties.data.required, parentSchema: schema73.properties.data, data: data3 };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
        for (const key1 in data3) {
          if (errors >= 2e3) break;
          if (!(key1 === "credential" || key1 === "document" || key1 === "partner_chain")) {
            const err10 = { instancePath: instancePath + "/data", schemaPath: "#/properties/data/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties", schema: false, parentSchema: schema73.properties.data, data: data3 };
            if (vErrors === null) {
              vErrors = [err10];
            } else {
              vErrors.push(err10);
            }
            errors++;
          }
        }
        if (data3.credential !== void 0) {
          if (!validate172.call(this, data3.credential, { instancePath: instancePath + "/data/credential", parentData: data3, parentDataProperty: "credential", rootData })) {
            vErrors = vErrors === null ? validate172.errors : mergeErrors(vErrors, validate172.errors);
            errors = vErrors.length;
          }
        }
        if (data3.document !== void 0) {
          if (!validate98.call(this, data3.document, { instancePath: instancePath + "/data/document", parentData: data3, parentDataProperty: "document", rootData })) {
            vErrors = vErrors === null ? validate98.errors : mergeErrors(vErrors, validate98.errors);
            errors = vErrors.length;
          }
        }
        if (data3.partner_chain !== void 0) {
          if (!validate88.call(this, data3.partner_chain, { instancePath: instancePath + "/data/partner_chain", parentData: data3, parentDataProperty: "partner_chain", rootData })) {
            vErrors = vErrors === null ? validate88.errors : mergeErrors(vErrors, validate88.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err11 = { instancePath: instancePath + "/data", schemaPath: "#/properties/data/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema73.properties.data.type, parentSchema: schema73.properties.data, data: data3 };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
  } else {
    const err12 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema73.type, parentSchema: schema73, data };
    if (vErrors === null) {
      vErrors = [err12];
    } else {
      vErrors.push(err12);
    }
    errors++;
  }
  validate192.errors = vErrors;
  return errors === 0;
}
var schema74 = { "description": "A microcredential with an open certificate.", "type": "object", "additionalProperties": false, "required": ["id", "credential_type", "document_type", "data"], "properties": { "id": { "description": "The partner's identifier for the submission. Different partners can use the same identifier without a conflict. In a batch, it identifies the item.", "$ref": "#/$defs/Identifier" }, "credential_type": { "description": "The kind of the credential.", "type": "string", "const": "microcredential" }, "document_type": { "description": "The type of the document: an open certificate.", "type": "string", "const": "open_cert" }, "data": { "description": "The credential and its document.", "type": "object", "additionalProperties": false, "required": ["credential"], "properties": { "credential": { "$ref": "#/$defs/MicrocredentialCredential" }, "document": { "description": "The content of the open certificate document, or null.", "$ref": "#/$defs/OpenCertificate" }, "partner_chain": { "description": "An alternative position for the `partner_chain` of the credential.", "$ref": "#/$defs/PartnerChain" } } } } };
function validate197(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'", schema: schema74.required, parentSchema: schema74, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.credential_type === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "credential_type" }, message: "must have required property 'credential_type'", schema: schema74.required, parentSchema: schema74, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.document_type === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "document_type" }, message: "must have required property 'document_type'", schema: schema74.required, parentSchema: schema74, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.data === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "data" }, message: "must have required property 'data'", schema: schema74.required, parentSchema: schema74, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "id" || key0 === "credential_type" || key0 === "document_type" || key0 === "data")) {
        const err4 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema74, data };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.id !== void 0) {
      if (!validate60.call(this, data.id, { instancePath: instancePath + "/id", parentData: data, parentDataProperty: "id", rootData })) {
        vErrors = vErrors === null ? validate60.errors : mergeErrors(vErrors, validate60.errors);
        errors = vErrors.length;
      }
    }
    if (data.credential_type !== void 0) {
      let data1 = data.credential_type;
      if (typeof data1 !== "string") {
        const err5 = { instancePath: instancePath + "/credential_type", schemaPath: "#/properties/credential_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema74.properties.credential_type.type, parentSchema: schema74.properties.credential_type, data: data1 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
      if ("microcredential" !== data1) {
        const err6 = { instancePath: instancePath + "/credential_type", schemaPath: "#/properties/credential_type/const", keyword: "const", params: { allowedValue: "microcredential" }, message: "must be equal to constant", schema: "microcredential", parentSchema: schema74.properties.credential_type, data: data1 };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.document_type !== void 0) {
      let data2 = data.document_type;
      if (typeof data2 !== "string") {
        const err7 = { instancePath: instancePath + "/document_type", schemaPath: "#/properties/document_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema74.properties.document_type.type, parentSchema: schema74.properties.document_type, data: data2 };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
      if ("open_cert" !== data2) {
        const err8 = { instancePath: instancePath + "/document_type", schemaPath: "#/properties/document_type/const", keyword: "const", params: { allowedValue: "open_cert" }, message: "must be equal to constant", schema: "open_cert", parentSchema: schema74.properties.document_type, data: data2 };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.data !== void 0) {
      let data3 = data.data;
      if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
        if (data3.credential === void 0) {
          const err9 = { instancePath: instancePath + "/data", schemaPath: "#/properties/data/required", keyword: "required", params: { missingProperty: "credential" }, message: "must have required property 'credential'", schema: schema74.properties.data.required, parentSchema: schema74.properties.data, data: data3 };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
        for (const key1 in data3) {
          if (errors >= 2e3) break;
          if (!(key1 === "credential" || key1 === "document" || key1 === "partner_chain")) {
            const err10 = { instancePath: instancePath + "/data", schemaPath: "#/properties/data/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties", schema: false, parentSchema: schema74.properties.data, data: data3 };
            if (vErrors === null) {
              vErrors = [err10];
            } else {
              vErrors.push(err10);
            }
            errors++;
          }
        }
        if (data3.credential !== void 0) {
          if (!validate172.call(this, data3.credential, { instancePath: instancePath + "/data/credential", parentData: data3, parentDataProperty: "credential", rootData })) {
            vErrors = vErrors === null ? validate172.errors : mergeErrors(vErrors, validate172.errors);
            errors = vErrors.length;
          }
        }
        if (data3.document !== void 0) {
          if (!validate104.call(this, data3.document, { instancePath: instancePath + "/data/document", parentData: data3, parentDataProperty: "document", rootData })) {
            vErrors = vErrors === null ? validate104.errors : mergeErrors(vErrors, validate104.errors);
            errors = vErrors.length;
          }
        }
        if (data3.partner_chain !== void 0) {
          if (!validate88.call(this, data3.partner_chain, { instancePath: instancePath + "/data/partner_chain", parentData: data3, parentDataProperty: "partner_chain", rootData })) {
            vErrors = vErrors === null ? validate88.errors : mergeErrors(vErrors, validate88.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err11 = { instancePath: instancePath + "/data", schemaPath: "#/properties/data/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema74.properties.data.type, parentSchema: schema74.properties.data, data: data3 };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
  } else {
    const err12 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema74.type, parentSchema: schema74, data };
    if (vErrors === null) {
      vErrors = [err12];
    } else {
      vErrors.push(err12);
    }
    errors++;
  }
  validate197.errors = vErrors;
  return errors === 0;
}
var schema75 = { "description": "A microcredential without a document.", "type": "object", "additionalProperties": false, "required": ["id", "credential_type", "document_type", "data"], "properties": { "id": { "description": "The partner's identifier for the submission. Different partners can use the same identifier without a conflict. In a batch, it identifies the item.", "$ref": "#/$defs/Identifier" }, "credential_type": { "description": "The kind of the credential.", "type": "string", "const": "microcredential" }, "document_type": { "description": "The submission has no document.", "type": "string", "const": "none" }, "data": { "description": "The credential and its document.", "type": "object", "additionalProperties": false, "required": ["credential"], "properties": { "credential": { "$ref": "#/$defs/MicrocredentialCredential" }, "document": { "description": "Null or absent, because the submission has no document.", "type": ["string", "null"], "not": { "type": "string" }, "x-message": "must be null or absent when document_type is none" }, "partner_chain": { "description": "An alternative position for the `partner_chain` of the credential.", "$ref": "#/$defs/PartnerChain" } } } } };
function validate202(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'", schema: schema75.required, parentSchema: schema75, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.credential_type === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "credential_type" }, message: "must have required property 'credential_type'", schema: schema75.required, parentSchema: schema75, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.document_type === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "document_type" }, message: "must have required property 'document_type'", schema: schema75.required, parentSchema: schema75, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.data === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "data" }, message: "must have required property 'data'", schema: schema75.required, parentSchema: schema75, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "id" || key0 === "credential_type" || key0 === "document_type" || key0 === "data")) {
        const err4 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema75, data };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.id !== void 0) {
      if (!validate60.call(this, data.id, { instancePath: instancePath + "/id", parentData: data, parentDataProperty: "id", rootData })) {
        vErrors = vErrors === null ? validate60.errors : mergeErrors(vErrors, validate60.errors);
        errors = vErrors.length;
      }
    }
    if (data.credential_type !== void 0) {
      let data1 = data.credential_type;
      if (typeof data1 !== "string") {
        const err5 = { instancePath: instancePath + "/credential_type", schemaPath: "#/properties/credential_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema75.properties.credential_type.type, parentSchema: schema75.properties.credential_type, data: data1 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
      if ("microcredential" !== data1) {
        const err6 = { instancePath: instancePath + "/credential_type", schemaPath: "#/properties/credential_type/const", keyword: "const", params: { allowedValue: "microcredential" }, message: "must be equal to constant", schema: "microcredential", parentSchema: schema75.properties.credential_type, data: data1 };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.document_type !== void 0) {
      let data2 = data.document_type;
      if (typeof data2 !== "string") {
        const err7 = { instancePath: instancePath + "/document_type", schemaPath: "#/properties/document_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema75.properties.document_type.type, parentSchema: schema75.properties.document_type, data: data2 };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
      if ("none" !== data2) {
        const err8 = { instancePath: instancePath + "/document_type", schemaPath: "#/properties/document_type/const", keyword: "const", params: { allowedValue: "none" }, message: "must be equal to constant", schema: "none", parentSchema: schema75.properties.document_type, data: data2 };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.data !== void 0) {
      let data3 = data.data;
      if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
        if (data3.credential === void 0) {
          const err9 = { instancePath: instancePath + "/data", schemaPath: "#/properties/data/required", keyword: "required", params: { missingProperty: "credential" }, message: "must have required property 'credential'", schema: schema75.properties.data.required, parentSchema: schema75.properties.data, data: data3 };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
        for (const key1 in data3) {
          if (errors >= 2e3) break;
          if (!(key1 === "credential" || key1 === "document" || key1 === "partner_chain")) {
            const err10 = { instancePath: instancePath + "/data", schemaPath: "#/properties/data/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties", schema: false, parentSchema: schema75.properties.data, data: data3 };
            if (vErrors === null) {
              vErrors = [err10];
            } else {
              vErrors.push(err10);
            }
            errors++;
          }
        }
        if (data3.credential !== void 0) {
          if (!validate172.call(this, data3.credential, { instancePath: instancePath + "/data/credential", parentData: data3, parentDataProperty: "credential", rootData })) {
            vErrors = vErrors === null ? validate172.errors : mergeErrors(vErrors, validate172.errors);
            errors = vErrors.length;
          }
        }
        if (data3.document !== void 0) {
          let data5 = data3.document;
          if (typeof data5 !== "string" && data5 !== null) {
            const err11 = { instancePath: instancePath + "/data/document", schemaPath: "#/properties/data/properties/document/type", keyword: "type", params: { type: schema75.properties.data.properties.document.type }, message: "must be string,null", schema: schema75.properties.data.properties.document.type, parentSchema: schema75.properties.data.properties.document, data: data5 };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
          const _errs13 = errors;
          const _errs14 = errors;
          if (typeof data5 !== "string") {
            const err12 = {};
            if (vErrors === null) {
              vErrors = [err12];
            } else {
              vErrors.push(err12);
            }
            errors++;
          }
          var valid2 = _errs14 === errors;
          if (valid2) {
            const err13 = { instancePath: instancePath + "/data/document", schemaPath: "#/properties/data/properties/document/not", keyword: "not", params: {}, message: "must NOT be valid", schema: schema75.properties.data.properties.document.not, parentSchema: schema75.properties.data.properties.document, data: data5 };
            if (vErrors === null) {
              vErrors = [err13];
            } else {
              vErrors.push(err13);
            }
            errors++;
          } else {
            errors = _errs13;
            if (vErrors !== null) {
              if (_errs13) {
                vErrors.length = _errs13;
              } else {
                vErrors = null;
              }
            }
          }
        }
        if (data3.partner_chain !== void 0) {
          if (!validate88.call(this, data3.partner_chain, { instancePath: instancePath + "/data/partner_chain", parentData: data3, parentDataProperty: "partner_chain", rootData })) {
            vErrors = vErrors === null ? validate88.errors : mergeErrors(vErrors, validate88.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err14 = { instancePath: instancePath + "/data", schemaPath: "#/properties/data/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema75.properties.data.type, parentSchema: schema75.properties.data, data: data3 };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
    }
  } else {
    const err15 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema75.type, parentSchema: schema75, data };
    if (vErrors === null) {
      vErrors = [err15];
    } else {
      vErrors.push(err15);
    }
    errors++;
  }
  validate202.errors = vErrors;
  return errors === 0;
}
function validate170(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs2 = errors;
  let valid0 = true;
  const _errs3 = errors;
  if (errors === _errs3) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.document_type === void 0 && (missing0 = "document_type")) {
        const err0 = {};
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      } else {
        if (data.document_type !== void 0) {
          let data0 = data.document_type;
          if (typeof data0 !== "string") {
            const err1 = {};
            if (vErrors === null) {
              vErrors = [err1];
            } else {
              vErrors.push(err1);
            }
            errors++;
          }
          if (!(data0 === "pdf" || data0 === "png" || data0 === "jpg" || data0 === "open_cert" || data0 === "none")) {
            const err2 = {};
            if (vErrors === null) {
              vErrors = [err2];
            } else {
              vErrors.push(err2);
            }
            errors++;
          }
        }
      }
    } else {
      const err3 = {};
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
  }
  var _valid0 = _errs3 === errors;
  errors = _errs2;
  if (vErrors !== null) {
    if (_errs2) {
      vErrors.length = _errs2;
    } else {
      vErrors = null;
    }
  }
  if (!_valid0) {
    const _errs7 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.id === void 0) {
        const err4 = { instancePath, schemaPath: "#/else/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'", schema: schema67.else.required, parentSchema: schema67.else, data };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
      if (data.credential_type === void 0) {
        const err5 = { instancePath, schemaPath: "#/else/required", keyword: "required", params: { missingProperty: "credential_type" }, message: "must have required property 'credential_type'", schema: schema67.else.required, parentSchema: schema67.else, data };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
      if (data.document_type === void 0) {
        const err6 = { instancePath, schemaPath: "#/else/required", keyword: "required", params: { missingProperty: "document_type" }, message: "must have required property 'document_type'", schema: schema67.else.required, parentSchema: schema67.else, data };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
      if (data.data === void 0) {
        const err7 = { instancePath, schemaPath: "#/else/required", keyword: "required", params: { missingProperty: "data" }, message: "must have required property 'data'", schema: schema67.else.required, parentSchema: schema67.else, data };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
      for (const key0 in data) {
        if (errors >= 2e3) break;
        if (!(key0 === "id" || key0 === "credential_type" || key0 === "document_type" || key0 === "data")) {
          const err8 = { instancePath, schemaPath: "#/else/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema67.else, data };
          if (vErrors === null) {
            vErrors = [err8];
          } else {
            vErrors.push(err8);
          }
          errors++;
        }
      }
      if (data.id !== void 0) {
        if (!validate60.call(this, data.id, { instancePath: instancePath + "/id", parentData: data, parentDataProperty: "id", rootData })) {
          vErrors = vErrors === null ? validate60.errors : mergeErrors(vErrors, validate60.errors);
          errors = vErrors.length;
        }
      }
      if (data.credential_type !== void 0) {
        let data2 = data.credential_type;
        if (typeof data2 !== "string") {
          const err9 = { instancePath: instancePath + "/credential_type", schemaPath: "#/else/properties/credential_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema67.else.properties.credential_type.type, parentSchema: schema67.else.properties.credential_type, data: data2 };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
        if ("microcredential" !== data2) {
          const err10 = { instancePath: instancePath + "/credential_type", schemaPath: "#/else/properties/credential_type/const", keyword: "const", params: { allowedValue: "microcredential" }, message: "must be equal to constant", schema: "microcredential", parentSchema: schema67.else.properties.credential_type, data: data2 };
          if (vErrors === null) {
            vErrors = [err10];
          } else {
            vErrors.push(err10);
          }
          errors++;
        }
      }
      if (data.document_type !== void 0) {
        let data3 = data.document_type;
        if (typeof data3 !== "string") {
          const err11 = { instancePath: instancePath + "/document_type", schemaPath: "#/else/properties/document_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema67.else.properties.document_type.type, parentSchema: schema67.else.properties.document_type, data: data3 };
          if (vErrors === null) {
            vErrors = [err11];
          } else {
            vErrors.push(err11);
          }
          errors++;
        }
        if (!(data3 === "pdf" || data3 === "png" || data3 === "jpg" || data3 === "open_cert" || data3 === "none")) {
          const err12 = { instancePath: instancePath + "/document_type", schemaPath: "#/else/properties/document_type/enum", keyword: "enum", params: { allowedValues: schema67.else.properties.document_type.enum }, message: "must be equal to one of the allowed values", schema: schema67.else.properties.document_type.enum, parentSchema: schema67.else.properties.document_type, data: data3 };
          if (vErrors === null) {
            vErrors = [err12];
          } else {
            vErrors.push(err12);
          }
          errors++;
        }
      }
      if (data.data !== void 0) {
        let data4 = data.data;
        if (data4 && typeof data4 == "object" && !Array.isArray(data4)) {
          if (data4.credential === void 0) {
            const err13 = { instancePath: instancePath + "/data", schemaPath: "#/else/properties/data/required", keyword: "required", params: { missingProperty: "credential" }, message: "must have required property 'credential'", schema: schema67.else.properties.data.required, parentSchema: schema67.else.properties.data, data: data4 };
            if (vErrors === null) {
              vErrors = [err13];
            } else {
              vErrors.push(err13);
            }
            errors++;
          }
          for (const key1 in data4) {
            if (errors >= 2e3) break;
            if (!(key1 === "credential" || key1 === "document" || key1 === "partner_chain")) {
              const err14 = { instancePath: instancePath + "/data", schemaPath: "#/else/properties/data/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties", schema: false, parentSchema: schema67.else.properties.data, data: data4 };
              if (vErrors === null) {
                vErrors = [err14];
              } else {
                vErrors.push(err14);
              }
              errors++;
            }
          }
          if (data4.credential !== void 0) {
            if (!validate172.call(this, data4.credential, { instancePath: instancePath + "/data/credential", parentData: data4, parentDataProperty: "credential", rootData })) {
              vErrors = vErrors === null ? validate172.errors : mergeErrors(vErrors, validate172.errors);
              errors = vErrors.length;
            }
          }
          if (data4.document !== void 0) {
            let data6 = data4.document;
            if (typeof data6 !== "string" && data6 !== null) {
              const err15 = { instancePath: instancePath + "/data/document", schemaPath: "#/else/properties/data/properties/document/type", keyword: "type", params: { type: schema67.else.properties.data.properties.document.type }, message: "must be string,null", schema: schema67.else.properties.data.properties.document.type, parentSchema: schema67.else.properties.data.properties.document, data: data6 };
              if (vErrors === null) {
                vErrors = [err15];
              } else {
                vErrors.push(err15);
              }
              errors++;
            }
          }
          if (data4.partner_chain !== void 0) {
            if (!validate88.call(this, data4.partner_chain, { instancePath: instancePath + "/data/partner_chain", parentData: data4, parentDataProperty: "partner_chain", rootData })) {
              vErrors = vErrors === null ? validate88.errors : mergeErrors(vErrors, validate88.errors);
              errors = vErrors.length;
            }
          }
        } else {
          const err16 = { instancePath: instancePath + "/data", schemaPath: "#/else/properties/data/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema67.else.properties.data.type, parentSchema: schema67.else.properties.data, data: data4 };
          if (vErrors === null) {
            vErrors = [err16];
          } else {
            vErrors.push(err16);
          }
          errors++;
        }
      }
    } else {
      const err17 = { instancePath, schemaPath: "#/else/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema67.else.type, parentSchema: schema67.else, data };
      if (vErrors === null) {
        vErrors = [err17];
      } else {
        vErrors.push(err17);
      }
      errors++;
    }
    var _valid0 = _errs7 === errors;
    valid0 = _valid0;
  }
  if (!valid0) {
    const err18 = { instancePath, schemaPath: "#/if", keyword: "if", params: { failingKeyword: "else" }, message: 'must match "else" schema', schema: schema67.if, parentSchema: schema67, data };
    if (vErrors === null) {
      vErrors = [err18];
    } else {
      vErrors.push(err18);
    }
    errors++;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    const tag0 = data.document_type;
    if (typeof tag0 == "string") {
      if (tag0 === "pdf") {
        if (!validate187.call(this, data, { instancePath, parentData, parentDataProperty, rootData })) {
          vErrors = vErrors === null ? validate187.errors : mergeErrors(vErrors, validate187.errors);
          errors = vErrors.length;
        }
      } else if (tag0 === "png") {
        if (!validate192.call(this, data, { instancePath, parentData, parentDataProperty, rootData })) {
          vErrors = vErrors === null ? validate192.errors : mergeErrors(vErrors, validate192.errors);
          errors = vErrors.length;
        }
      } else if (tag0 === "jpg") {
        if (!validate192.call(this, data, { instancePath, parentData, parentDataProperty, rootData })) {
          vErrors = vErrors === null ? validate192.errors : mergeErrors(vErrors, validate192.errors);
          errors = vErrors.length;
        }
      } else if (tag0 === "open_cert") {
        if (!validate197.call(this, data, { instancePath, parentData, parentDataProperty, rootData })) {
          vErrors = vErrors === null ? validate197.errors : mergeErrors(vErrors, validate197.errors);
          errors = vErrors.length;
        }
      } else if (tag0 === "none") {
        if (!validate202.call(this, data, { instancePath, parentData, parentDataProperty, rootData })) {
          vErrors = vErrors === null ? validate202.errors : mergeErrors(vErrors, validate202.errors);
          errors = vErrors.length;
        }
      } else {
        const err19 = { instancePath, schemaPath: "#/discriminator", keyword: "discriminator", params: { error: "mapping", tag: "document_type", tagValue: tag0 }, message: 'value of tag "document_type" must be in oneOf', schema: schema67.discriminator, parentSchema: schema67, data };
        if (vErrors === null) {
          vErrors = [err19];
        } else {
          vErrors.push(err19);
        }
        errors++;
      }
    } else {
      const err20 = { instancePath, schemaPath: "#/discriminator", keyword: "discriminator", params: { error: "tag", tag: "document_type", tagValue: tag0 }, message: 'tag "document_type" must be string', schema: schema67.discriminator, parentSchema: schema67, data };
      if (vErrors === null) {
        vErrors = [err20];
      } else {
        vErrors.push(err20);
      }
      errors++;
    }
  } else {
    const err21 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema67.type, parentSchema: schema67, data };
    if (vErrors === null) {
      vErrors = [err21];
    } else {
      vErrors.push(err21);
    }
    errors++;
  }
  validate170.errors = vErrors;
  return errors === 0;
}
var addRightToWorkBody = validate211;
var schema76 = { "description": "A right to work submitted for a user.", "type": "object", "additionalProperties": false, "required": ["id", "credential_type", "document_type", "data"], "properties": { "id": { "description": "The partner's identifier for the submission. Different partners can use the same identifier without a conflict.", "$ref": "#/$defs/Identifier" }, "credential_type": { "description": "The kind of the credential.", "type": "string", "const": "right_to_work" }, "document_type": { "description": "The submission has no document.", "type": "string", "const": "none" }, "data": { "description": "The credential and its document.", "type": "object", "additionalProperties": false, "required": ["credential"], "properties": { "credential": { "$ref": "#/$defs/RightToWorkCredential" }, "document": { "description": "Null or absent, because a right to work has no document.", "type": ["string", "null"], "not": { "type": "string" }, "x-message": "must be null or absent" }, "partner_chain": { "description": "An alternative position for the `partner_chain` of the credential.", "$ref": "#/$defs/PartnerChain" } } } } };
var schema77 = { "description": "The right to work in a country.", "type": "object", "additionalProperties": false, "required": ["full_name", "country"], "properties": { "full_name": { "description": "Name of the person who has the right to work.", "$ref": "#/$defs/Text" }, "country": { "$ref": "#/$defs/CountryCode" }, "singapore_work_rights": { "description": "The kind of right to work in Singapore. Required if `country` is `SG`.", "$ref": "#/$defs/Text" }, "partner_chain": { "$ref": "#/$defs/PartnerChain" } }, "if": { "title": "Singapore", "required": ["country"], "properties": { "country": { "const": "SG" } } }, "then": { "required": ["singapore_work_rights"], "properties": { "singapore_work_rights": { "type": "string" } } }, "else": { "title": "Another country" } };
var schema78 = { "description": "An officially assigned ISO 3166-1 alpha-2 country code, in upper case.", "type": "string", "x-message": "must be an officially assigned ISO 3166-1 alpha-2 code in upper case, for example AU", "enum": ["AD", "AE", "AF", "AG", "AI", "AL", "AM", "AO", "AQ", "AR", "AS", "AT", "AU", "AW", "AX", "AZ", "BA", "BB", "BD", "BE", "BF", "BG", "BH", "BI", "BJ", "BL", "BM", "BN", "BO", "BQ", "BR", "BS", "BT", "BV", "BW", "BY", "BZ", "CA", "CC", "CD", "CF", "CG", "CH", "CI", "CK", "CL", "CM", "CN", "CO", "CR", "CU", "CV", "CW", "CX", "CY", "CZ", "DE", "DJ", "DK", "DM", "DO", "DZ", "EC", "EE", "EG", "EH", "ER", "ES", "ET", "FI", "FJ", "FK", "FM", "FO", "FR", "GA", "GB", "GD", "GE", "GF", "GG", "GH", "GI", "GL", "GM", "GN", "GP", "GQ", "GR", "GS", "GT", "GU", "GW", "GY", "HK", "HM", "HN", "HR", "HT", "HU", "ID", "IE", "IL", "IM", "IN", "IO", "IQ", "IR", "IS", "IT", "JE", "JM", "JO", "JP", "KE", "KG", "KH", "KI", "KM", "KN", "KP", "KR", "KW", "KY", "KZ", "LA", "LB", "LC", "LI", "LK", "LR", "LS", "LT", "LU", "LV", "LY", "MA", "MC", "MD", "ME", "MF", "MG", "MH", "MK", "ML", "MM", "MN", "MO", "MP", "MQ", "MR", "MS", "MT", "MU", "MV", "MW", "MX", "MY", "MZ", "NA", "NC", "NE", "NF", "NG", "NI", "NL", "NO", "NP", "NR", "NU", "NZ", "OM", "PA", "PE", "PF", "PG", "PH", "PK", "PL", "PM", "PN", "PR", "PS", "PT", "PW", "PY", "QA", "RE", "RO", "RS", "RU", "RW", "SA", "SB", "SC", "SD", "SE", "SG", "SH", "SI", "SJ", "SK", "SL", "SM", "SN", "SO", "SR", "SS", "ST", "SV", "SX", "SY", "SZ", "TC", "TD", "TF", "TG", "TH", "TJ", "TK", "TL", "TM", "TN", "TO", "TR", "TT", "TV", "TW", "TZ", "UA", "UG", "UM", "US", "UY", "UZ", "VA", "VC", "VE", "VG", "VI", "VN", "VU", "WF", "WS", "YE", "YT", "ZA", "ZM", "ZW"] };
var func0 = require_equal().default;
function validate215(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema78.type, parentSchema: schema78, data };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  let valid0;
  valid0 = false;
  for (const v0 of schema78.enum) {
    if (func0(data, v0)) {
      valid0 = true;
      break;
    }
  }
  if (!valid0) {
    const err1 = { instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema78.enum }, message: "must be equal to one of the allowed values", schema: schema78.enum, parentSchema: schema78, data };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  validate215.errors = vErrors;
  return errors === 0;
}
function validate213(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs1 = errors;
  let valid0 = true;
  const _errs2 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    let missing0;
    if (data.country === void 0 && (missing0 = "country")) {
      const err0 = {};
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    } else {
      if (data.country !== void 0) {
        if ("SG" !== data.country) {
          const err1 = {};
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
      }
    }
  }
  var _valid0 = _errs2 === errors;
  errors = _errs1;
  if (vErrors !== null) {
    if (_errs1) {
      vErrors.length = _errs1;
    } else {
      vErrors = null;
    }
  }
  if (_valid0) {
    const _errs4 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.singapore_work_rights === void 0) {
        const err2 = { instancePath, schemaPath: "#/then/required", keyword: "required", params: { missingProperty: "singapore_work_rights" }, message: "must have required property 'singapore_work_rights'", schema: schema77.then.required, parentSchema: schema77.then, data };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
      if (data.singapore_work_rights !== void 0) {
        let data1 = data.singapore_work_rights;
        if (typeof data1 !== "string") {
          const err3 = { instancePath: instancePath + "/singapore_work_rights", schemaPath: "#/then/properties/singapore_work_rights/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema77.then.properties.singapore_work_rights.type, parentSchema: schema77.then.properties.singapore_work_rights, data: data1 };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
      }
    }
    var _valid0 = _errs4 === errors;
    valid0 = _valid0;
  }
  if (!valid0) {
    const err4 = { instancePath, schemaPath: "#/if", keyword: "if", params: { failingKeyword: "then" }, message: 'must match "then" schema', schema: schema77.if, parentSchema: schema77, data };
    if (vErrors === null) {
      vErrors = [err4];
    } else {
      vErrors.push(err4);
    }
    errors++;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.full_name === void 0) {
      const err5 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "full_name" }, message: "must have required property 'full_name'", schema: schema77.required, parentSchema: schema77, data };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
    if (data.country === void 0) {
      const err6 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "country" }, message: "must have required property 'country'", schema: schema77.required, parentSchema: schema77, data };
      if (vErrors === null) {
        vErrors = [err6];
      } else {
        vErrors.push(err6);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "full_name" || key0 === "country" || key0 === "singapore_work_rights" || key0 === "partner_chain")) {
        const err7 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema77, data };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    if (data.full_name !== void 0) {
      if (!validate63.call(this, data.full_name, { instancePath: instancePath + "/full_name", parentData: data, parentDataProperty: "full_name", rootData })) {
        vErrors = vErrors === null ? validate63.errors : mergeErrors(vErrors, validate63.errors);
        errors = vErrors.length;
      }
    }
    if (data.country !== void 0) {
      if (!validate215.call(this, data.country, { instancePath: instancePath + "/country", parentData: data, parentDataProperty: "country", rootData })) {
        vErrors = vErrors === null ? validate215.errors : mergeErrors(vErrors, validate215.errors);
        errors = vErrors.length;
      }
    }
    if (data.singapore_work_rights !== void 0) {
      if (!validate63.call(this, data.singapore_work_rights, { instancePath: instancePath + "/singapore_work_rights", parentData: data, parentDataProperty: "singapore_work_rights", rootData })) {
        vErrors = vErrors === null ? validate63.errors : mergeErrors(vErrors, validate63.errors);
        errors = vErrors.length;
      }
    }
    if (data.partner_chain !== void 0) {
      if (!validate88.call(this, data.partner_chain, { instancePath: instancePath + "/partner_chain", parentData: data, parentDataProperty: "partner_chain", rootData })) {
        vErrors = vErrors === null ? validate88.errors : mergeErrors(vErrors, validate88.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err8 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema77.type, parentSchema: schema77, data };
    if (vErrors === null) {
      vErrors = [err8];
    } else {
      vErrors.push(err8);
    }
    errors++;
  }
  validate213.errors = vErrors;
  return errors === 0;
}
function validate211(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'", schema: schema76.required, parentSchema: schema76, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.credential_type === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "credential_type" }, message: "must have required property 'credential_type'", schema: schema76.required, parentSchema: schema76, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.document_type === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "document_type" }, message: "must have required property 'document_type'", schema: schema76.required, parentSchema: schema76, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.data === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "data" }, message: "must have required property 'data'", schema: schema76.required, parentSchema: schema76, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "id" || key0 === "credential_type" || key0 === "document_type" || key0 === "data")) {
        const err4 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema76, data };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.id !== void 0) {
      if (!validate60.call(this, data.id, { instancePath: instancePath + "/id", parentData: data, parentDataProperty: "id", rootData })) {
        vErrors = vErrors === null ? validate60.errors : mergeErrors(vErrors, validate60.errors);
        errors = vErrors.length;
      }
    }
    if (data.credential_type !== void 0) {
      let data1 = data.credential_type;
      if (typeof data1 !== "string") {
        const err5 = { instancePath: instancePath + "/credential_type", schemaPath: "#/properties/credential_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema76.properties.credential_type.type, parentSchema: schema76.properties.credential_type, data: data1 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
      if ("right_to_work" !== data1) {
        const err6 = { instancePath: instancePath + "/credential_type", schemaPath: "#/properties/credential_type/const", keyword: "const", params: { allowedValue: "right_to_work" }, message: "must be equal to constant", schema: "right_to_work", parentSchema: schema76.properties.credential_type, data: data1 };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.document_type !== void 0) {
      let data2 = data.document_type;
      if (typeof data2 !== "string") {
        const err7 = { instancePath: instancePath + "/document_type", schemaPath: "#/properties/document_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema76.properties.document_type.type, parentSchema: schema76.properties.document_type, data: data2 };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
      if ("none" !== data2) {
        const err8 = { instancePath: instancePath + "/document_type", schemaPath: "#/properties/document_type/const", keyword: "const", params: { allowedValue: "none" }, message: "must be equal to constant", schema: "none", parentSchema: schema76.properties.document_type, data: data2 };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.data !== void 0) {
      let data3 = data.data;
      if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
        if (data3.credential === void 0) {
          const err9 = { instancePath: instancePath + "/data", schemaPath: "#/properties/data/required", keyword: "required", params: { missingProperty: "credential" }, message: "must have required property 'credential'", schema: schema76.properties.data.required, parentSchema: schema76.properties.data, data: data3 };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
        for (const key1 in data3) {
          if (errors >= 2e3) break;
          if (!(key1 === "credential" || key1 === "document" || key1 === "partner_chain")) {
            const err10 = { instancePath: instancePath + "/data", schemaPath: "#/properties/data/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties", schema: false, parentSchema: schema76.properties.data, data: data3 };
            if (vErrors === null) {
              vErrors = [err10];
            } else {
              vErrors.push(err10);
            }
            errors++;
          }
        }
        if (data3.credential !== void 0) {
          if (!validate213.call(this, data3.credential, { instancePath: instancePath + "/data/credential", parentData: data3, parentDataProperty: "credential", rootData })) {
            vErrors = vErrors === null ? validate213.errors : mergeErrors(vErrors, validate213.errors);
            errors = vErrors.length;
          }
        }
        if (data3.document !== void 0) {
          let data5 = data3.document;
          if (typeof data5 !== "string" && data5 !== null) {
            const err11 = { instancePath: instancePath + "/data/document", schemaPath: "#/properties/data/properties/document/type", keyword: "type", params: { type: schema76.properties.data.properties.document.type }, message: "must be string,null", schema: schema76.properties.data.properties.document.type, parentSchema: schema76.properties.data.properties.document, data: data5 };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
          const _errs13 = errors;
          const _errs14 = errors;
          if (typeof data5 !== "string") {
            const err12 = {};
            if (vErrors === null) {
              vErrors = [err12];
            } else {
              vErrors.push(err12);
            }
            errors++;
          }
          var valid2 = _errs14 === errors;
          if (valid2) {
            const err13 = { instancePath: instancePath + "/data/document", schemaPath: "#/properties/data/properties/document/not", keyword: "not", params: {}, message: "must NOT be valid", schema: schema76.properties.data.properties.document.not, parentSchema: schema76.properties.data.properties.document, data: data5 };
            if (vErrors === null) {
              vErrors = [err13];
            } else {
              vErrors.push(err13);
            }
            errors++;
          } else {
            errors = _errs13;
            if (vErrors !== null) {
              if (_errs13) {
                vErrors.length = _errs13;
              } else {
                vErrors = null;
              }
            }
          }
        }
        if (data3.partner_chain !== void 0) {
          if (!validate88.call(this, data3.partner_chain, { instancePath: instancePath + "/data/partner_chain", parentData: data3, parentDataProperty: "partner_chain", rootData })) {
            vErrors = vErrors === null ? validate88.errors : mergeErrors(vErrors, validate88.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err14 = { instancePath: instancePath + "/data", schemaPath: "#/properties/data/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema76.properties.data.type, parentSchema: schema76.properties.data, data: data3 };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
    }
  } else {
    const err15 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema76.type, parentSchema: schema76, data };
    if (vErrors === null) {
      vErrors = [err15];
    } else {
      vErrors.push(err15);
    }
    errors++;
  }
  validate211.errors = vErrors;
  return errors === 0;
}
var addMicrocredentialBatchBody = validate221;
var schema79 = { "description": "Several microcredentials of one user, submitted together.", "type": "object", "additionalProperties": false, "required": ["id", "credentials"], "properties": { "id": { "description": "The partner's identifier for the batch.", "$ref": "#/$defs/Identifier" }, "credentials": { "description": "The microcredentials. Each `id` must be unique within the batch, for example the `id` of the batch with a numeric suffix.", "type": "array", "minItems": 1, "maxItems": 100, "items": { "$ref": "#/$defs/MicrocredentialBatchItem" } } }, "x-unique": [["/credentials/*/id"]] };
var schema80 = { "description": "A microcredential in a v1 batch. Its document cannot be an image.", "oneOf": [{ "$ref": "#/$defs/MicrocredentialWithPdf" }, { "$ref": "#/$defs/MicrocredentialWithOpenCertificate" }, { "$ref": "#/$defs/MicrocredentialWithoutDocument" }], "discriminator": { "propertyName": "document_type" }, "type": "object", "if": { "type": "object", "required": ["document_type"], "properties": { "document_type": { "type": "string", "enum": ["pdf", "open_cert", "none"] } } }, "else": { "description": "A microcredential with the URL of a PDF file.", "type": "object", "additionalProperties": false, "required": ["id", "credential_type", "document_type", "data"], "properties": { "id": { "description": "The partner's identifier for the submission. Different partners can use the same identifier without a conflict. In a batch, it identifies the item.", "$ref": "#/$defs/Identifier" }, "credential_type": { "description": "The kind of the credential.", "type": "string", "const": "microcredential" }, "document_type": { "type": "string", "enum": ["pdf", "open_cert", "none"] }, "data": { "description": "The credential and its document.", "type": "object", "additionalProperties": false, "required": ["credential"], "properties": { "credential": { "$ref": "#/$defs/MicrocredentialCredential" }, "document": { "description": "The URL of the PDF file, or null.", "type": ["string", "null"] }, "partner_chain": { "description": "An alternative position for the `partner_chain` of the credential.", "$ref": "#/$defs/PartnerChain" } } } } } };
function validate223(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs2 = errors;
  let valid0 = true;
  const _errs3 = errors;
  if (errors === _errs3) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.document_type === void 0 && (missing0 = "document_type")) {
        const err0 = {};
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      } else {
        if (data.document_type !== void 0) {
          let data0 = data.document_type;
          if (typeof data0 !== "string") {
            const err1 = {};
            if (vErrors === null) {
              vErrors = [err1];
            } else {
              vErrors.push(err1);
            }
            errors++;
          }
          if (!(data0 === "pdf" || data0 === "open_cert" || data0 === "none")) {
            const err2 = {};
            if (vErrors === null) {
              vErrors = [err2];
            } else {
              vErrors.push(err2);
            }
            errors++;
          }
        }
      }
    } else {
      const err3 = {};
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
  }
  var _valid0 = _errs3 === errors;
  errors = _errs2;
  if (vErrors !== null) {
    if (_errs2) {
      vErrors.length = _errs2;
    } else {
      vErrors = null;
    }
  }
  if (!_valid0) {
    const _errs7 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.id === void 0) {
        const err4 = { instancePath, schemaPath: "#/else/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'", schema: schema80.else.required, parentSchema: schema80.else, data };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
      if (data.credential_type === void 0) {
        const err5 = { instancePath, schemaPath: "#/else/required", keyword: "required", params: { missingProperty: "credential_type" }, message: "must have required property 'credential_type'", schema: schema80.else.required, parentSchema: schema80.else, data };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
      if (data.document_type === void 0) {
        const err6 = { instancePath, schemaPath: "#/else/required", keyword: "required", params: { missingProperty: "document_type" }, message: "must have required property 'document_type'", schema: schema80.else.required, parentSchema: schema80.else, data };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
      if (data.data === void 0) {
        const err7 = { instancePath, schemaPath: "#/else/required", keyword: "required", params: { missingProperty: "data" }, message: "must have required property 'data'", schema: schema80.else.required, parentSchema: schema80.else, data };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
      for (const key0 in data) {
        if (errors >= 2e3) break;
        if (!(key0 === "id" || key0 === "credential_type" || key0 === "document_type" || key0 === "data")) {
          const err8 = { instancePath, schemaPath: "#/else/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema80.else, data };
          if (vErrors === null) {
            vErrors = [err8];
          } else {
            vErrors.push(err8);
          }
          errors++;
        }
      }
      if (data.id !== void 0) {
        if (!validate60.call(this, data.id, { instancePath: instancePath + "/id", parentData: data, parentDataProperty: "id", rootData })) {
          vErrors = vErrors === null ? validate60.errors : mergeErrors(vErrors, validate60.errors);
          errors = vErrors.length;
        }
      }
      if (data.credential_type !== void 0) {
        let data2 = data.credential_type;
        if (typeof data2 !== "string") {
          const err9 = { instancePath: instancePath + "/credential_type", schemaPath: "#/else/properties/credential_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema80.else.properties.credential_type.type, parentSchema: schema80.else.properties.credential_type, data: data2 };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
        if ("microcredential" !== data2) {
          const err10 = { instancePath: instancePath + "/credential_type", schemaPath: "#/else/properties/credential_type/const", keyword: "const", params: { allowedValue: "microcredential" }, message: "must be equal to constant", schema: "microcredential", parentSchema: schema80.else.properties.credential_type, data: data2 };
          if (vErrors === null) {
            vErrors = [err10];
          } else {
            vErrors.push(err10);
          }
          errors++;
        }
      }
      if (data.document_type !== void 0) {
        let data3 = data.document_type;
        if (typeof data3 !== "string") {
          const err11 = { instancePath: instancePath + "/document_type", schemaPath: "#/else/properties/document_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema80.else.properties.document_type.type, parentSchema: schema80.else.properties.document_type, data: data3 };
          if (vErrors === null) {
            vErrors = [err11];
          } else {
            vErrors.push(err11);
          }
          errors++;
        }
        if (!(data3 === "pdf" || data3 === "open_cert" || data3 === "none")) {
          const err12 = { instancePath: instancePath + "/document_type", schemaPath: "#/else/properties/document_type/enum", keyword: "enum", params: { allowedValues: schema80.else.properties.document_type.enum }, message: "must be equal to one of the allowed values", schema: schema80.else.properties.document_type.enum, parentSchema: schema80.else.properties.document_type, data: data3 };
          if (vErrors === null) {
            vErrors = [err12];
          } else {
            vErrors.push(err12);
          }
          errors++;
        }
      }
      if (data.data !== void 0) {
        let data4 = data.data;
        if (data4 && typeof data4 == "object" && !Array.isArray(data4)) {
          if (data4.credential === void 0) {
            const err13 = { instancePath: instancePath + "/data", schemaPath: "#/else/properties/data/required", keyword: "required", params: { missingProperty: "credential" }, message: "must have required property 'credential'", schema: schema80.else.properties.data.required, parentSchema: schema80.else.properties.data, data: data4 };
            if (vErrors === null) {
              vErrors = [err13];
            } else {
              vErrors.push(err13);
            }
            errors++;
          }
          for (const key1 in data4) {
            if (errors >= 2e3) break;
            if (!(key1 === "credential" || key1 === "document" || key1 === "partner_chain")) {
              const err14 = { instancePath: instancePath + "/data", schemaPath: "#/else/properties/data/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties", schema: false, parentSchema: schema80.else.properties.data, data: data4 };
              if (vErrors === null) {
                vErrors = [err14];
              } else {
                vErrors.push(err14);
              }
              errors++;
            }
          }
          if (data4.credential !== void 0) {
            if (!validate172.call(this, data4.credential, { instancePath: instancePath + "/data/credential", parentData: data4, parentDataProperty: "credential", rootData })) {
              vErrors = vErrors === null ? validate172.errors : mergeErrors(vErrors, validate172.errors);
              errors = vErrors.length;
            }
          }
          if (data4.document !== void 0) {
            let data6 = data4.document;
            if (typeof data6 !== "string" && data6 !== null) {
              const err15 = { instancePath: instancePath + "/data/document", schemaPath: "#/else/properties/data/properties/document/type", keyword: "type", params: { type: schema80.else.properties.data.properties.document.type }, message: "must be string,null", schema: schema80.else.properties.data.properties.document.type, parentSchema: schema80.else.properties.data.properties.document, data: data6 };
              if (vErrors === null) {
                vErrors = [err15];
              } else {
                vErrors.push(err15);
              }
              errors++;
            }
          }
          if (data4.partner_chain !== void 0) {
            if (!validate88.call(this, data4.partner_chain, { instancePath: instancePath + "/data/partner_chain", parentData: data4, parentDataProperty: "partner_chain", rootData })) {
              vErrors = vErrors === null ? validate88.errors : mergeErrors(vErrors, validate88.errors);
              errors = vErrors.length;
            }
          }
        } else {
          const err16 = { instancePath: instancePath + "/data", schemaPath: "#/else/properties/data/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema80.else.properties.data.type, parentSchema: schema80.else.properties.data, data: data4 };
          if (vErrors === null) {
            vErrors = [err16];
          } else {
            vErrors.push(err16);
          }
          errors++;
        }
      }
    } else {
      const err17 = { instancePath, schemaPath: "#/else/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema80.else.type, parentSchema: schema80.else, data };
      if (vErrors === null) {
        vErrors = [err17];
      } else {
        vErrors.push(err17);
      }
      errors++;
    }
    var _valid0 = _errs7 === errors;
    valid0 = _valid0;
  }
  if (!valid0) {
    const err18 = { instancePath, schemaPath: "#/if", keyword: "if", params: { failingKeyword: "else" }, message: 'must match "else" schema', schema: schema80.if, parentSchema: schema80, data };
    if (vErrors === null) {
      vErrors = [err18];
    } else {
      vErrors.push(err18);
    }
    errors++;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    const tag0 = data.document_type;
    if (typeof tag0 == "string") {
      if (tag0 === "pdf") {
        if (!validate187.call(this, data, { instancePath, parentData, parentDataProperty, rootData })) {
          vErrors = vErrors === null ? validate187.errors : mergeErrors(vErrors, validate187.errors);
          errors = vErrors.length;
        }
      } else if (tag0 === "open_cert") {
        if (!validate197.call(this, data, { instancePath, parentData, parentDataProperty, rootData })) {
          vErrors = vErrors === null ? validate197.errors : mergeErrors(vErrors, validate197.errors);
          errors = vErrors.length;
        }
      } else if (tag0 === "none") {
        if (!validate202.call(this, data, { instancePath, parentData, parentDataProperty, rootData })) {
          vErrors = vErrors === null ? validate202.errors : mergeErrors(vErrors, validate202.errors);
          errors = vErrors.length;
        }
      } else {
        const err19 = { instancePath, schemaPath: "#/discriminator", keyword: "discriminator", params: { error: "mapping", tag: "document_type", tagValue: tag0 }, message: 'value of tag "document_type" must be in oneOf', schema: schema80.discriminator, parentSchema: schema80, data };
        if (vErrors === null) {
          vErrors = [err19];
        } else {
          vErrors.push(err19);
        }
        errors++;
      }
    } else {
      const err20 = { instancePath, schemaPath: "#/discriminator", keyword: "discriminator", params: { error: "tag", tag: "document_type", tagValue: tag0 }, message: 'tag "document_type" must be string', schema: schema80.discriminator, parentSchema: schema80, data };
      if (vErrors === null) {
        vErrors = [err20];
      } else {
        vErrors.push(err20);
      }
      errors++;
    }
  } else {
    const err21 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema80.type, parentSchema: schema80, data };
    if (vErrors === null) {
      vErrors = [err21];
    } else {
      vErrors.push(err21);
    }
    errors++;
  }
  validate223.errors = vErrors;
  return errors === 0;
}
function validate221(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'", schema: schema79.required, parentSchema: schema79, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.credentials === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "credentials" }, message: "must have required property 'credentials'", schema: schema79.required, parentSchema: schema79, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "id" || key0 === "credentials")) {
        const err2 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema79, data };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.id !== void 0) {
      if (!validate60.call(this, data.id, { instancePath: instancePath + "/id", parentData: data, parentDataProperty: "id", rootData })) {
        vErrors = vErrors === null ? validate60.errors : mergeErrors(vErrors, validate60.errors);
        errors = vErrors.length;
      }
    }
    if (data.credentials !== void 0) {
      let data1 = data.credentials;
      if (Array.isArray(data1)) {
        if (data1.length > 100) {
          const err3 = { instancePath: instancePath + "/credentials", schemaPath: "#/properties/credentials/maxItems", keyword: "maxItems", params: { limit: 100 }, message: "must NOT have more than 100 items", schema: 100, parentSchema: schema79.properties.credentials, data: data1 };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data1.length < 1) {
          const err4 = { instancePath: instancePath + "/credentials", schemaPath: "#/properties/credentials/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items", schema: 1, parentSchema: schema79.properties.credentials, data: data1 };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        const len0 = data1.length;
        for (let i0 = 0; i0 < len0 && errors < 2e3; i0++) {
          if (!validate223.call(this, data1[i0], { instancePath: instancePath + "/credentials/" + i0, parentData: data1, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate223.errors : mergeErrors(vErrors, validate223.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err5 = { instancePath: instancePath + "/credentials", schemaPath: "#/properties/credentials/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema79.properties.credentials.type, parentSchema: schema79.properties.credentials, data: data1 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    const at0 = this.unique(data, schema79["x-unique"]);
    if (at0.length > 0) {
      const err6 = { instancePath, schemaPath: "#/x-unique", keyword: "x-unique", params: { at: at0 }, message: "x-unique", schema: schema79["x-unique"], parentSchema: schema79, data };
      if (vErrors === null) {
        vErrors = [err6];
      } else {
        vErrors.push(err6);
      }
      errors++;
    }
  } else {
    const err7 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema79.type, parentSchema: schema79, data };
    if (vErrors === null) {
      vErrors = [err7];
    } else {
      vErrors.push(err7);
    }
    errors++;
  }
  validate221.errors = vErrors;
  return errors === 0;
}
var addCredentialBatchBody = validate231;
var schema81 = { "description": "Credentials of several kinds for one user, submitted together. The lists for education, microcredentials, and English proficiency are required and can be empty. The list for right to work is optional. Each `credential_id` must be unique among the digital identity and the items of the batch, and each `asset_id` among all assets of the batch. The token needs `write.digital_identity` and the write scope of each list that is not empty. The service checks the scopes of the lists after all other rules.", "type": "object", "additionalProperties": false, "required": ["credential_id", "digital_identity", "education_items", "microcredential_items", "english_proficiency_items"], "properties": { "credential_id": { "description": "The partner's identifier for the batch.", "$ref": "#/$defs/Identifier" }, "digital_identity": { "$ref": "#/$defs/DigitalIdentityItem" }, "education_items": { "description": "Education qualifications. If the list is not empty, the token needs the scope `write.education`.", "type": "array", "maxItems": 50, "x-required-scope": "write.education", "items": { "$ref": "#/$defs/EducationItem" } }, "microcredential_items": { "description": "Microcredentials. If the list is not empty, the token needs the scope `write.microcredential`.", "type": "array", "maxItems": 50, "x-required-scope": "write.microcredential", "items": { "$ref": "#/$defs/MicrocredentialItem" } }, "english_proficiency_items": { "description": "English proficiency test results. If the list is not empty, the token needs the scope `write.english_proficiency`.", "type": "array", "maxItems": 50, "x-required-scope": "write.english_proficiency", "items": { "$ref": "#/$defs/EnglishProficiencyItem" } }, "right_to_work_items": { "description": "Rights to work. If the list is not empty, the token needs the scope `write.right_to_work`.", "type": "array", "maxItems": 50, "x-required-scope": "write.right_to_work", "items": { "$ref": "#/$defs/RightToWorkItem" } } }, "x-unique": [["/digital_identity/credential_id", "/education_items/*/credential_id", "/microcredential_items/*/credential_id", "/english_proficiency_items/*/credential_id", "/right_to_work_items/*/credential_id"], ["/education_items/*/assets/*/asset_id", "/microcredential_items/*/assets/*/asset_id", "/english_proficiency_items/*/assets/*/asset_id"]] };
var schema82 = { "description": "The digital identity of the user, as the partner has established it.", "type": "object", "additionalProperties": false, "required": ["credential_id", "fields"], "properties": { "credential_id": { "description": "The partner's identifier for the digital identity, unique within the batch.", "$ref": "#/$defs/Identifier" }, "fields": { "description": "The data of the identity.", "type": "object", "additionalProperties": false, "required": ["full_name"], "properties": { "full_name": { "description": "Name of the user.", "$ref": "#/$defs/Text" } } } } };
function validate233(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.credential_id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "credential_id" }, message: "must have required property 'credential_id'", schema: schema82.required, parentSchema: schema82, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.fields === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "fields" }, message: "must have required property 'fields'", schema: schema82.required, parentSchema: schema82, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "credential_id" || key0 === "fields")) {
        const err2 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema82, data };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.credential_id !== void 0) {
      if (!validate60.call(this, data.credential_id, { instancePath: instancePath + "/credential_id", parentData: data, parentDataProperty: "credential_id", rootData })) {
        vErrors = vErrors === null ? validate60.errors : mergeErrors(vErrors, validate60.errors);
        errors = vErrors.length;
      }
    }
    if (data.fields !== void 0) {
      let data1 = data.fields;
      if (data1 && typeof data1 == "object" && !Array.isArray(data1)) {
        if (data1.full_name === void 0) {
          const err3 = { instancePath: instancePath + "/fields", schemaPath: "#/properties/fields/required", keyword: "required", params: { missingProperty: "full_name" }, message: "must have required property 'full_name'", schema: schema82.properties.fields.required, parentSchema: schema82.properties.fields, data: data1 };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        for (const key1 in data1) {
          if (errors >= 2e3) break;
          if (!(key1 === "full_name")) {
            const err4 = { instancePath: instancePath + "/fields", schemaPath: "#/properties/fields/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties", schema: false, parentSchema: schema82.properties.fields, data: data1 };
            if (vErrors === null) {
              vErrors = [err4];
            } else {
              vErrors.push(err4);
            }
            errors++;
          }
        }
        if (data1.full_name !== void 0) {
          if (!validate63.call(this, data1.full_name, { instancePath: instancePath + "/fields/full_name", parentData: data1, parentDataProperty: "full_name", rootData })) {
            vErrors = vErrors === null ? validate63.errors : mergeErrors(vErrors, validate63.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err5 = { instancePath: instancePath + "/fields", schemaPath: "#/properties/fields/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema82.properties.fields.type, parentSchema: schema82.properties.fields, data: data1 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
  } else {
    const err6 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema82.type, parentSchema: schema82, data };
    if (vErrors === null) {
      vErrors = [err6];
    } else {
      vErrors.push(err6);
    }
    errors++;
  }
  validate233.errors = vErrors;
  return errors === 0;
}
var schema83 = { "description": "An education qualification in a v2 batch.", "type": "object", "additionalProperties": false, "required": ["credential_id", "fields"], "properties": { "credential_id": { "description": "The partner's identifier for the item, unique within the batch.", "$ref": "#/$defs/Identifier" }, "fields": { "$ref": "#/$defs/EducationCredential" }, "assets": { "description": "The files that support the credential. The response contains an upload link for each file.", "type": "array", "maxItems": 10, "items": { "$ref": "#/$defs/EducationAsset" } } } };
var schema84 = { "description": "A file that supports an education qualification. Upload its bytes after the batch is accepted.", "type": "object", "additionalProperties": false, "required": ["asset_id", "asset_type"], "properties": { "asset_id": { "description": "The partner's identifier for the asset, unique within the batch.", "$ref": "#/$defs/Identifier" }, "asset_type": { "description": "The type of the file. It determines the `Content-Type` of the upload.", "type": "string", "enum": ["pdf", "open_cert"] } } };
function validate240(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.asset_id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "asset_id" }, message: "must have required property 'asset_id'", schema: schema84.required, parentSchema: schema84, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.asset_type === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "asset_type" }, message: "must have required property 'asset_type'", schema: schema84.required, parentSchema: schema84, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "asset_id" || key0 === "asset_type")) {
        const err2 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema84, data };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.asset_id !== void 0) {
      if (!validate60.call(this, data.asset_id, { instancePath: instancePath + "/asset_id", parentData: data, parentDataProperty: "asset_id", rootData })) {
        vErrors = vErrors === null ? validate60.errors : mergeErrors(vErrors, validate60.errors);
        errors = vErrors.length;
      }
    }
    if (data.asset_type !== void 0) {
      let data1 = data.asset_type;
      if (typeof data1 !== "string") {
        const err3 = { instancePath: instancePath + "/asset_type", schemaPath: "#/properties/asset_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema84.properties.asset_type.type, parentSchema: schema84.properties.asset_type, data: data1 };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
      if (!(data1 === "pdf" || data1 === "open_cert")) {
        const err4 = { instancePath: instancePath + "/asset_type", schemaPath: "#/properties/asset_type/enum", keyword: "enum", params: { allowedValues: schema84.properties.asset_type.enum }, message: "must be equal to one of the allowed values", schema: schema84.properties.asset_type.enum, parentSchema: schema84.properties.asset_type, data: data1 };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
  } else {
    const err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema84.type, parentSchema: schema84, data };
    if (vErrors === null) {
      vErrors = [err5];
    } else {
      vErrors.push(err5);
    }
    errors++;
  }
  validate240.errors = vErrors;
  return errors === 0;
}
function validate237(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.credential_id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "credential_id" }, message: "must have required property 'credential_id'", schema: schema83.required, parentSchema: schema83, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.fields === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "fields" }, message: "must have required property 'fields'", schema: schema83.required, parentSchema: schema83, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "credential_id" || key0 === "fields" || key0 === "assets")) {
        const err2 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema83, data };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.credential_id !== void 0) {
      if (!validate60.call(this, data.credential_id, { instancePath: instancePath + "/credential_id", parentData: data, parentDataProperty: "credential_id", rootData })) {
        vErrors = vErrors === null ? validate60.errors : mergeErrors(vErrors, validate60.errors);
        errors = vErrors.length;
      }
    }
    if (data.fields !== void 0) {
      if (!validate62.call(this, data.fields, { instancePath: instancePath + "/fields", parentData: data, parentDataProperty: "fields", rootData })) {
        vErrors = vErrors === null ? validate62.errors : mergeErrors(vErrors, validate62.errors);
        errors = vErrors.length;
      }
    }
    if (data.assets !== void 0) {
      let data2 = data.assets;
      if (Array.isArray(data2)) {
        if (data2.length > 10) {
          const err3 = { instancePath: instancePath + "/assets", schemaPath: "#/properties/assets/maxItems", keyword: "maxItems", params: { limit: 10 }, message: "must NOT have more than 10 items", schema: 10, parentSchema: schema83.properties.assets, data: data2 };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        const len0 = data2.length;
        for (let i0 = 0; i0 < len0 && errors < 2e3; i0++) {
          if (!validate240.call(this, data2[i0], { instancePath: instancePath + "/assets/" + i0, parentData: data2, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate240.errors : mergeErrors(vErrors, validate240.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err4 = { instancePath: instancePath + "/assets", schemaPath: "#/properties/assets/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema83.properties.assets.type, parentSchema: schema83.properties.assets, data: data2 };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
  } else {
    const err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema83.type, parentSchema: schema83, data };
    if (vErrors === null) {
      vErrors = [err5];
    } else {
      vErrors.push(err5);
    }
    errors++;
  }
  validate237.errors = vErrors;
  return errors === 0;
}
var schema85 = { "description": "A microcredential in a v2 batch.", "type": "object", "additionalProperties": false, "required": ["credential_id", "fields"], "properties": { "credential_id": { "description": "The partner's identifier for the item, unique within the batch.", "$ref": "#/$defs/Identifier" }, "fields": { "$ref": "#/$defs/MicrocredentialCredential" }, "assets": { "description": "The files that support the credential. The response contains an upload link for each file.", "type": "array", "maxItems": 10, "items": { "$ref": "#/$defs/MicrocredentialAsset" } } } };
var schema86 = { "description": "A file that supports a microcredential. Upload its bytes after the batch is accepted.", "type": "object", "additionalProperties": false, "required": ["asset_id", "asset_type"], "properties": { "asset_id": { "description": "The partner's identifier for the asset, unique within the batch.", "$ref": "#/$defs/Identifier" }, "asset_type": { "description": "The type of the file. It determines the `Content-Type` of the upload.", "type": "string", "enum": ["pdf", "jpg", "png", "open_cert"] } } };
function validate247(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.asset_id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "asset_id" }, message: "must have required property 'asset_id'", schema: schema86.required, parentSchema: schema86, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.asset_type === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "asset_type" }, message: "must have required property 'asset_type'", schema: schema86.required, parentSchema: schema86, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "asset_id" || key0 === "asset_type")) {
        const err2 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema86, data };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.asset_id !== void 0) {
      if (!validate60.call(this, data.asset_id, { instancePath: instancePath + "/asset_id", parentData: data, parentDataProperty: "asset_id", rootData })) {
        vErrors = vErrors === null ? validate60.errors : mergeErrors(vErrors, validate60.errors);
        errors = vErrors.length;
      }
    }
    if (data.asset_type !== void 0) {
      let data1 = data.asset_type;
      if (typeof data1 !== "string") {
        const err3 = { instancePath: instancePath + "/asset_type", schemaPath: "#/properties/asset_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema86.properties.asset_type.type, parentSchema: schema86.properties.asset_type, data: data1 };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
      if (!(data1 === "pdf" || data1 === "jpg" || data1 === "png" || data1 === "open_cert")) {
        const err4 = { instancePath: instancePath + "/asset_type", schemaPath: "#/properties/asset_type/enum", keyword: "enum", params: { allowedValues: schema86.properties.asset_type.enum }, message: "must be equal to one of the allowed values", schema: schema86.properties.asset_type.enum, parentSchema: schema86.properties.asset_type, data: data1 };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
  } else {
    const err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema86.type, parentSchema: schema86, data };
    if (vErrors === null) {
      vErrors = [err5];
    } else {
      vErrors.push(err5);
    }
    errors++;
  }
  validate247.errors = vErrors;
  return errors === 0;
}
function validate244(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.credential_id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "credential_id" }, message: "must have required property 'credential_id'", schema: schema85.required, parentSchema: schema85, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.fields === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "fields" }, message: "must have required property 'fields'", schema: schema85.required, parentSchema: schema85, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "credential_id" || key0 === "fields" || key0 === "assets")) {
        const err2 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema85, data };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.credential_id !== void 0) {
      if (!validate60.call(this, data.credential_id, { instancePath: instancePath + "/credential_id", parentData: data, parentDataProperty: "credential_id", rootData })) {
        vErrors = vErrors === null ? validate60.errors : mergeErrors(vErrors, validate60.errors);
        errors = vErrors.length;
      }
    }
    if (data.fields !== void 0) {
      if (!validate172.call(this, data.fields, { instancePath: instancePath + "/fields", parentData: data, parentDataProperty: "fields", rootData })) {
        vErrors = vErrors === null ? validate172.errors : mergeErrors(vErrors, validate172.errors);
        errors = vErrors.length;
      }
    }
    if (data.assets !== void 0) {
      let data2 = data.assets;
      if (Array.isArray(data2)) {
        if (data2.length > 10) {
          const err3 = { instancePath: instancePath + "/assets", schemaPath: "#/properties/assets/maxItems", keyword: "maxItems", params: { limit: 10 }, message: "must NOT have more than 10 items", schema: 10, parentSchema: schema85.properties.assets, data: data2 };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        const len0 = data2.length;
        for (let i0 = 0; i0 < len0 && errors < 2e3; i0++) {
          if (!validate247.call(this, data2[i0], { instancePath: instancePath + "/assets/" + i0, parentData: data2, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate247.errors : mergeErrors(vErrors, validate247.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err4 = { instancePath: instancePath + "/assets", schemaPath: "#/properties/assets/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema85.properties.assets.type, parentSchema: schema85.properties.assets, data: data2 };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
  } else {
    const err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema85.type, parentSchema: schema85, data };
    if (vErrors === null) {
      vErrors = [err5];
    } else {
      vErrors.push(err5);
    }
    errors++;
  }
  validate244.errors = vErrors;
  return errors === 0;
}
var schema87 = { "description": "The result of an English proficiency test in a v2 batch.", "type": "object", "additionalProperties": false, "required": ["credential_id", "fields"], "properties": { "credential_id": { "description": "The partner's identifier for the item, unique within the batch.", "$ref": "#/$defs/Identifier" }, "fields": { "$ref": "#/$defs/EnglishProficiencyCredential" }, "assets": { "description": "The files that support the credential. The response contains an upload link for each file.", "type": "array", "maxItems": 10, "items": { "$ref": "#/$defs/EnglishProficiencyAsset" } } } };
var schema88 = { "description": "A file that supports an English proficiency test result. Upload its bytes after the batch is accepted.", "type": "object", "additionalProperties": false, "required": ["asset_id", "asset_type"], "properties": { "asset_id": { "description": "The partner's identifier for the asset, unique within the batch.", "$ref": "#/$defs/Identifier" }, "asset_type": { "description": "The type of the file. It determines the `Content-Type` of the upload.", "type": "string", "const": "pdf" } } };
function validate254(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.asset_id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "asset_id" }, message: "must have required property 'asset_id'", schema: schema88.required, parentSchema: schema88, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.asset_type === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "asset_type" }, message: "must have required property 'asset_type'", schema: schema88.required, parentSchema: schema88, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "asset_id" || key0 === "asset_type")) {
        const err2 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema88, data };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.asset_id !== void 0) {
      if (!validate60.call(this, data.asset_id, { instancePath: instancePath + "/asset_id", parentData: data, parentDataProperty: "asset_id", rootData })) {
        vErrors = vErrors === null ? validate60.errors : mergeErrors(vErrors, validate60.errors);
        errors = vErrors.length;
      }
    }
    if (data.asset_type !== void 0) {
      let data1 = data.asset_type;
      if (typeof data1 !== "string") {
        const err3 = { instancePath: instancePath + "/asset_type", schemaPath: "#/properties/asset_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema88.properties.asset_type.type, parentSchema: schema88.properties.asset_type, data: data1 };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
      if ("pdf" !== data1) {
        const err4 = { instancePath: instancePath + "/asset_type", schemaPath: "#/properties/asset_type/const", keyword: "const", params: { allowedValue: "pdf" }, message: "must be equal to constant", schema: "pdf", parentSchema: schema88.properties.asset_type, data: data1 };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
  } else {
    const err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema88.type, parentSchema: schema88, data };
    if (vErrors === null) {
      vErrors = [err5];
    } else {
      vErrors.push(err5);
    }
    errors++;
  }
  validate254.errors = vErrors;
  return errors === 0;
}
function validate251(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.credential_id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "credential_id" }, message: "must have required property 'credential_id'", schema: schema87.required, parentSchema: schema87, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.fields === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "fields" }, message: "must have required property 'fields'", schema: schema87.required, parentSchema: schema87, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "credential_id" || key0 === "fields" || key0 === "assets")) {
        const err2 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema87, data };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.credential_id !== void 0) {
      if (!validate60.call(this, data.credential_id, { instancePath: instancePath + "/credential_id", parentData: data, parentDataProperty: "credential_id", rootData })) {
        vErrors = vErrors === null ? validate60.errors : mergeErrors(vErrors, validate60.errors);
        errors = vErrors.length;
      }
    }
    if (data.fields !== void 0) {
      if (!validate144.call(this, data.fields, { instancePath: instancePath + "/fields", parentData: data, parentDataProperty: "fields", rootData })) {
        vErrors = vErrors === null ? validate144.errors : mergeErrors(vErrors, validate144.errors);
        errors = vErrors.length;
      }
    }
    if (data.assets !== void 0) {
      let data2 = data.assets;
      if (Array.isArray(data2)) {
        if (data2.length > 10) {
          const err3 = { instancePath: instancePath + "/assets", schemaPath: "#/properties/assets/maxItems", keyword: "maxItems", params: { limit: 10 }, message: "must NOT have more than 10 items", schema: 10, parentSchema: schema87.properties.assets, data: data2 };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        const len0 = data2.length;
        for (let i0 = 0; i0 < len0 && errors < 2e3; i0++) {
          if (!validate254.call(this, data2[i0], { instancePath: instancePath + "/assets/" + i0, parentData: data2, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate254.errors : mergeErrors(vErrors, validate254.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err4 = { instancePath: instancePath + "/assets", schemaPath: "#/properties/assets/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema87.properties.assets.type, parentSchema: schema87.properties.assets, data: data2 };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
  } else {
    const err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema87.type, parentSchema: schema87, data };
    if (vErrors === null) {
      vErrors = [err5];
    } else {
      vErrors.push(err5);
    }
    errors++;
  }
  validate251.errors = vErrors;
  return errors === 0;
}
var schema89 = { "description": "A right to work in a v2 batch. It has no assets.", "type": "object", "additionalProperties": false, "required": ["credential_id", "fields"], "properties": { "credential_id": { "description": "The partner's identifier for the item, unique within the batch.", "$ref": "#/$defs/Identifier" }, "fields": { "$ref": "#/$defs/RightToWorkCredential" } } };
function validate258(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.credential_id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "credential_id" }, message: "must have required property 'credential_id'", schema: schema89.required, parentSchema: schema89, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.fields === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "fields" }, message: "must have required property 'fields'", schema: schema89.required, parentSchema: schema89, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "credential_id" || key0 === "fields")) {
        const err2 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema89, data };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.credential_id !== void 0) {
      if (!validate60.call(this, data.credential_id, { instancePath: instancePath + "/credential_id", parentData: data, parentDataProperty: "credential_id", rootData })) {
        vErrors = vErrors === null ? validate60.errors : mergeErrors(vErrors, validate60.errors);
        errors = vErrors.length;
      }
    }
    if (data.fields !== void 0) {
      if (!validate213.call(this, data.fields, { instancePath: instancePath + "/fields", parentData: data, parentDataProperty: "fields", rootData })) {
        vErrors = vErrors === null ? validate213.errors : mergeErrors(vErrors, validate213.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err3 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema89.type, parentSchema: schema89, data };
    if (vErrors === null) {
      vErrors = [err3];
    } else {
      vErrors.push(err3);
    }
    errors++;
  }
  validate258.errors = vErrors;
  return errors === 0;
}
function validate231(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.credential_id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "credential_id" }, message: "must have required property 'credential_id'", schema: schema81.required, parentSchema: schema81, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.digital_identity === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "digital_identity" }, message: "must have required property 'digital_identity'", schema: schema81.required, parentSchema: schema81, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.education_items === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "education_items" }, message: "must have required property 'education_items'", schema: schema81.required, parentSchema: schema81, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.microcredential_items === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "microcredential_items" }, message: "must have required property 'microcredential_items'", schema: schema81.required, parentSchema: schema81, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.english_proficiency_items === void 0) {
      const err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "english_proficiency_items" }, message: "must have required property 'english_proficiency_items'", schema: schema81.required, parentSchema: schema81, data };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "credential_id" || key0 === "digital_identity" || key0 === "education_items" || key0 === "microcredential_items" || key0 === "english_proficiency_items" || key0 === "right_to_work_items")) {
        const err5 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema81, data };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data.credential_id !== void 0) {
      if (!validate60.call(this, data.credential_id, { instancePath: instancePath + "/credential_id", parentData: data, parentDataProperty: "credential_id", rootData })) {
        vErrors = vErrors === null ? validate60.errors : mergeErrors(vErrors, validate60.errors);
        errors = vErrors.length;
      }
    }
    if (data.digital_identity !== void 0) {
      if (!validate233.call(this, data.digital_identity, { instancePath: instancePath + "/digital_identity", parentData: data, parentDataProperty: "digital_identity", rootData })) {
        vErrors = vErrors === null ? validate233.errors : mergeErrors(vErrors, validate233.errors);
        errors = vErrors.length;
      }
    }
    if (data.education_items !== void 0) {
      let data2 = data.education_items;
      if (Array.isArray(data2)) {
        if (data2.length > 50) {
          const err6 = { instancePath: instancePath + "/education_items", schemaPath: "#/properties/education_items/maxItems", keyword: "maxItems", params: { limit: 50 }, message: "must NOT have more than 50 items", schema: 50, parentSchema: schema81.properties.education_items, data: data2 };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
        const len0 = data2.length;
        for (let i0 = 0; i0 < len0 && errors < 2e3; i0++) {
          if (!validate237.call(this, data2[i0], { instancePath: instancePath + "/education_items/" + i0, parentData: data2, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate237.errors : mergeErrors(vErrors, validate237.errors);
            errors = vErrors.length;
          }
        }
        if (!(data2.length === 0 || this.granted("write.education"))) {
          const err7 = { instancePath: instancePath + "/education_items", schemaPath: "#/properties/education_items/x-required-scope", keyword: "x-required-scope", params: {}, message: "x-required-scope", schema: "write.education", parentSchema: schema81.properties.education_items, data: data2 };
          if (vErrors === null) {
            vErrors = [err7];
          } else {
            vErrors.push(err7);
          }
          errors++;
        }
      } else {
        const err8 = { instancePath: instancePath + "/education_items", schemaPath: "#/properties/education_items/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema81.properties.education_items.type, parentSchema: schema81.properties.education_items, data: data2 };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.microcredential_items !== void 0) {
      let data4 = data.microcredential_items;
      if (Array.isArray(data4)) {
        if (data4.length > 50) {
          const err9 = { instancePath: instancePath + "/microcredential_items", schemaPath: "#/properties/microcredential_items/maxItems", keyword: "maxItems", params: { limit: 50 }, message: "must NOT have more than 50 items", schema: 50, parentSchema: schema81.properties.microcredential_items, data: data4 };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
        const len1 = data4.length;
        for (let i1 = 0; i1 < len1 && errors < 2e3; i1++) {
          if (!validate244.call(this, data4[i1], { instancePath: instancePath + "/microcredential_items/" + i1, parentData: data4, parentDataProperty: i1, rootData })) {
            vErrors = vErrors === null ? validate244.errors : mergeErrors(vErrors, validate244.errors);
            errors = vErrors.length;
          }
        }
        if (!(data4.length === 0 || this.granted("write.microcredential"))) {
          const err10 = { instancePath: instancePath + "/microcredential_items", schemaPath: "#/properties/microcredential_items/x-required-scope", keyword: "x-required-scope", params: {}, message: "x-required-scope", schema: "write.microcredential", parentSchema: schema81.properties.microcredential_items, data: data4 };
          if (vErrors === null) {
            vErrors = [err10];
          } else {
            vErrors.push(err10);
          }
          errors++;
        }
      } else {
        const err11 = { instancePath: instancePath + "/microcredential_items", schemaPath: "#/properties/microcredential_items/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema81.properties.microcredential_items.type, parentSchema: schema81.properties.microcredential_items, data: data4 };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
    if (data.english_proficiency_items !== void 0) {
      let data6 = data.english_proficiency_items;
      if (Array.isArray(data6)) {
        if (data6.length > 50) {
          const err12 = { instancePath: instancePath + "/english_proficiency_items", schemaPath: "#/properties/english_proficiency_items/maxItems", keyword: "maxItems", params: { limit: 50 }, message: "must NOT have more than 50 items", schema: 50, parentSchema: schema81.properties.english_proficiency_items, data: data6 };
          if (vErrors === null) {
            vErrors = [err12];
          } else {
            vErrors.push(err12);
          }
          errors++;
        }
        const len2 = data6.length;
        for (let i2 = 0; i2 < len2 && errors < 2e3; i2++) {
          if (!validate251.call(this, data6[i2], { instancePath: instancePath + "/english_proficiency_items/" + i2, parentData: data6, parentDataProperty: i2, rootData })) {
            vErrors = vErrors === null ? validate251.errors : mergeErrors(vErrors, validate251.errors);
            errors = vErrors.length;
          }
        }
        if (!(data6.length === 0 || this.granted("write.english_proficiency"))) {
          const err13 = { instancePath: instancePath + "/english_proficiency_items", schemaPath: "#/properties/english_proficiency_items/x-required-scope", keyword: "x-required-scope", params: {}, message: "x-required-scope", schema: "write.english_proficiency", parentSchema: schema81.properties.english_proficiency_items, data: data6 };
          if (vErrors === null) {
            vErrors = [err13];
          } else {
            vErrors.push(err13);
          }
          errors++;
        }
      } else {
        const err14 = { instancePath: instancePath + "/english_proficiency_items", schemaPath: "#/properties/english_proficiency_items/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema81.properties.english_proficiency_items.type, parentSchema: schema81.properties.english_proficiency_items, data: data6 };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
    }
    if (data.right_to_work_items !== void 0) {
      let data8 = data.right_to_work_items;
      if (Array.isArray(data8)) {
        if (data8.length > 50) {
          const err15 = { instancePath: instancePath + "/right_to_work_items", schemaPath: "#/properties/right_to_work_items/maxItems", keyword: "maxItems", params: { limit: 50 }, message: "must NOT have more than 50 items", schema: 50, parentSchema: schema81.properties.right_to_work_items, data: data8 };
          if (vErrors === null) {
            vErrors = [err15];
          } else {
            vErrors.push(err15);
          }
          errors++;
        }
        const len3 = data8.length;
        for (let i3 = 0; i3 < len3 && errors < 2e3; i3++) {
          if (!validate258.call(this, data8[i3], { instancePath: instancePath + "/right_to_work_items/" + i3, parentData: data8, parentDataProperty: i3, rootData })) {
            vErrors = vErrors === null ? validate258.errors : mergeErrors(vErrors, validate258.errors);
            errors = vErrors.length;
          }
        }
        if (!(data8.length === 0 || this.granted("write.right_to_work"))) {
          const err16 = { instancePath: instancePath + "/right_to_work_items", schemaPath: "#/properties/right_to_work_items/x-required-scope", keyword: "x-required-scope", params: {}, message: "x-required-scope", schema: "write.right_to_work", parentSchema: schema81.properties.right_to_work_items, data: data8 };
          if (vErrors === null) {
            vErrors = [err16];
          } else {
            vErrors.push(err16);
          }
          errors++;
        }
      } else {
        const err17 = { instancePath: instancePath + "/right_to_work_items", schemaPath: "#/properties/right_to_work_items/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema81.properties.right_to_work_items.type, parentSchema: schema81.properties.right_to_work_items, data: data8 };
        if (vErrors === null) {
          vErrors = [err17];
        } else {
          vErrors.push(err17);
        }
        errors++;
      }
    }
    const at0 = this.unique(data, schema81["x-unique"]);
    if (at0.length > 0) {
      const err18 = { instancePath, schemaPath: "#/x-unique", keyword: "x-unique", params: { at: at0 }, message: "x-unique", schema: schema81["x-unique"], parentSchema: schema81, data };
      if (vErrors === null) {
        vErrors = [err18];
      } else {
        vErrors.push(err18);
      }
      errors++;
    }
  } else {
    const err19 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema81.type, parentSchema: schema81, data };
    if (vErrors === null) {
      vErrors = [err19];
    } else {
      vErrors.push(err19);
    }
    errors++;
  }
  validate231.errors = vErrors;
  return errors === 0;
}
var addCredentialBatch_201 = validate262;
var schema90 = { "description": "The link for the user, the upload links for the assets, and the warnings about the request.", "type": "object", "required": ["redirect_uri", "asset_uploads"], "properties": { "redirect_uri": { "$ref": "#/$defs/RedirectUri" }, "asset_uploads": { "description": "One entry for each submitted asset, in the order of the request. The list is empty if the response is for a repeated `credential_id` whose submission has been canceled.", "type": "array", "maxItems": 1500, "items": { "$ref": "#/$defs/AssetUpload" } }, "warnings": { "$ref": "#/$defs/Warnings" } } };
var schema91 = { "description": "The upload link for an asset.", "type": "object", "required": ["asset_id", "asset_type", "url"], "properties": { "asset_id": { "description": "The partner's identifier for the asset.", "type": "string" }, "asset_type": { "description": "The type of the file, as submitted. It determines the `Content-Type` of the upload.", "type": "string", "enum": ["pdf", "jpg", "png", "open_cert"] }, "url": { "description": "The signed upload link for the file. Send a `PUT` request without an `Authorization` header. Keep the link secret: anyone who has the link can upload a file. Its query contains the `client_id` of the partner, the expiry time, and the signature. The link expires with the submission, 48 hours after the first POST.", "type": "string", "format": "uri" } } };
function validate264(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.asset_id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "asset_id" }, message: "must have required property 'asset_id'", schema: schema91.required, parentSchema: schema91, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.asset_type === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "asset_type" }, message: "must have required property 'asset_type'", schema: schema91.required, parentSchema: schema91, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.url === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "url" }, message: "must have required property 'url'", schema: schema91.required, parentSchema: schema91, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.asset_id !== void 0) {
      let data0 = data.asset_id;
      if (typeof data0 !== "string") {
        const err3 = { instancePath: instancePath + "/asset_id", schemaPath: "#/properties/asset_id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema91.properties.asset_id.type, parentSchema: schema91.properties.asset_id, data: data0 };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.asset_type !== void 0) {
      let data1 = data.asset_type;
      if (typeof data1 !== "string") {
        const err4 = { instancePath: instancePath + "/asset_type", schemaPath: "#/properties/asset_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema91.properties.asset_type.type, parentSchema: schema91.properties.asset_type, data: data1 };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
      if (!(data1 === "pdf" || data1 === "jpg" || data1 === "png" || data1 === "open_cert")) {
        const err5 = { instancePath: instancePath + "/asset_type", schemaPath: "#/properties/asset_type/enum", keyword: "enum", params: { allowedValues: schema91.properties.asset_type.enum }, message: "must be equal to one of the allowed values", schema: schema91.properties.asset_type.enum, parentSchema: schema91.properties.asset_type, data: data1 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data.url !== void 0) {
      let data2 = data.url;
      if (typeof data2 === "string") {
        if (!formats12(data2)) {
          const err6 = { instancePath: instancePath + "/url", schemaPath: "#/properties/url/format", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"', schema: "uri", parentSchema: schema91.properties.url, data: data2 };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
      } else {
        const err7 = { instancePath: instancePath + "/url", schemaPath: "#/properties/url/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema91.properties.url.type, parentSchema: schema91.properties.url, data: data2 };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
  } else {
    const err8 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema91.type, parentSchema: schema91, data };
    if (vErrors === null) {
      vErrors = [err8];
    } else {
      vErrors.push(err8);
    }
    errors++;
  }
  validate264.errors = vErrors;
  return errors === 0;
}
function validate262(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.redirect_uri === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "redirect_uri" }, message: "must have required property 'redirect_uri'", schema: schema90.required, parentSchema: schema90, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.asset_uploads === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "asset_uploads" }, message: "must have required property 'asset_uploads'", schema: schema90.required, parentSchema: schema90, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.redirect_uri !== void 0) {
      if (!validate115.call(this, data.redirect_uri, { instancePath: instancePath + "/redirect_uri", parentData: data, parentDataProperty: "redirect_uri", rootData })) {
        vErrors = vErrors === null ? validate115.errors : mergeErrors(vErrors, validate115.errors);
        errors = vErrors.length;
      }
    }
    if (data.asset_uploads !== void 0) {
      let data1 = data.asset_uploads;
      if (Array.isArray(data1)) {
        if (data1.length > 1500) {
          const err2 = { instancePath: instancePath + "/asset_uploads", schemaPath: "#/properties/asset_uploads/maxItems", keyword: "maxItems", params: { limit: 1500 }, message: "must NOT have more than 1500 items", schema: 1500, parentSchema: schema90.properties.asset_uploads, data: data1 };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        const len0 = data1.length;
        for (let i0 = 0; i0 < len0 && errors < 2e3; i0++) {
          if (!validate264.call(this, data1[i0], { instancePath: instancePath + "/asset_uploads/" + i0, parentData: data1, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate264.errors : mergeErrors(vErrors, validate264.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err3 = { instancePath: instancePath + "/asset_uploads", schemaPath: "#/properties/asset_uploads/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema90.properties.asset_uploads.type, parentSchema: schema90.properties.asset_uploads, data: data1 };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.warnings !== void 0) {
      if (!validate117.call(this, data.warnings, { instancePath: instancePath + "/warnings", parentData: data, parentDataProperty: "warnings", rootData })) {
        vErrors = vErrors === null ? validate117.errors : mergeErrors(vErrors, validate117.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err4 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema90.type, parentSchema: schema90, data };
    if (vErrors === null) {
      vErrors = [err4];
    } else {
      vErrors.push(err4);
    }
    errors++;
  }
  validate262.errors = vErrors;
  return errors === 0;
}
var addCredentialBatch_201_headers = validate267;
var schema92 = { "type": "object", "required": ["x-request-id", "cache-control", "location"], "properties": { "x-request-id": { "type": "string", "format": "uuid" }, "cache-control": { "type": "string", "const": "no-store" }, "location": { "type": "string", "format": "uri", "x-value": "{$server.url}/api/partner/v2/submissions/{uri $request.body#/credential_id}/status.json" }, "idempotent-replayed": { "type": "string", "const": "true" }, "ratelimit": { "type": "string", "pattern": '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, "ratelimit-policy": { "type": "string", "pattern": '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' } } };
function validate267(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data["x-request-id"] === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "x-request-id" }, message: "must have required property 'x-request-id'", schema: schema92.required, parentSchema: schema92, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data["cache-control"] === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "cache-control" }, message: "must have required property 'cache-control'", schema: schema92.required, parentSchema: schema92, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.location === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "location" }, message: "must have required property 'location'", schema: schema92.required, parentSchema: schema92, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data["x-request-id"] !== void 0) {
      let data0 = data["x-request-id"];
      if (typeof data0 === "string") {
        if (!formats2.test(data0)) {
          const err3 = { instancePath: instancePath + "/x-request-id", schemaPath: "#/properties/x-request-id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"', schema: "uuid", parentSchema: schema92.properties["x-request-id"], data: data0 };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
      } else {
        const err4 = { instancePath: instancePath + "/x-request-id", schemaPath: "#/properties/x-request-id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema92.properties["x-request-id"].type, parentSchema: schema92.properties["x-request-id"], data: data0 };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data["cache-control"] !== void 0) {
      let data1 = data["cache-control"];
      if (typeof data1 !== "string") {
        const err5 = { instancePath: instancePath + "/cache-control", schemaPath: "#/properties/cache-control/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema92.properties["cache-control"].type, parentSchema: schema92.properties["cache-control"], data: data1 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
      if ("no-store" !== data1) {
        const err6 = { instancePath: instancePath + "/cache-control", schemaPath: "#/properties/cache-control/const", keyword: "const", params: { allowedValue: "no-store" }, message: "must be equal to constant", schema: "no-store", parentSchema: schema92.properties["cache-control"], data: data1 };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.location !== void 0) {
      let data2 = data.location;
      if (typeof data2 === "string") {
        if (!formats12(data2)) {
          const err7 = { instancePath: instancePath + "/location", schemaPath: "#/properties/location/format", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"', schema: "uri", parentSchema: schema92.properties.location, data: data2 };
          if (vErrors === null) {
            vErrors = [err7];
          } else {
            vErrors.push(err7);
          }
          errors++;
        }
      } else {
        const err8 = { instancePath: instancePath + "/location", schemaPath: "#/properties/location/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema92.properties.location.type, parentSchema: schema92.properties.location, data: data2 };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data["idempotent-replayed"] !== void 0) {
      let data3 = data["idempotent-replayed"];
      if (typeof data3 !== "string") {
        const err9 = { instancePath: instancePath + "/idempotent-replayed", schemaPath: "#/properties/idempotent-replayed/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema92.properties["idempotent-replayed"].type, parentSchema: schema92.properties["idempotent-replayed"], data: data3 };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
      if ("true" !== data3) {
        const err10 = { instancePath: instancePath + "/idempotent-replayed", schemaPath: "#/properties/idempotent-replayed/const", keyword: "const", params: { allowedValue: "true" }, message: "must be equal to constant", schema: "true", parentSchema: schema92.properties["idempotent-replayed"], data: data3 };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    if (data.ratelimit !== void 0) {
      let data4 = data.ratelimit;
      if (typeof data4 === "string") {
        if (!pattern12.test(data4)) {
          const err11 = { instancePath: instancePath + "/ratelimit", schemaPath: "#/properties/ratelimit/pattern", keyword: "pattern", params: { pattern: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, message: 'must match pattern "^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$"', schema: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$', parentSchema: schema92.properties.ratelimit, data: data4 };
          if (vErrors === null) {
            vErrors = [err11];
          } else {
            vErrors.push(err11);
          }
          errors++;
        }
      } else {
        const err12 = { instancePath: instancePath + "/ratelimit", schemaPath: "#/properties/ratelimit/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema92.properties.ratelimit.type, parentSchema: schema92.properties.ratelimit, data: data4 };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data["ratelimit-policy"] !== void 0) {
      let data5 = data["ratelimit-policy"];
      if (typeof data5 === "string") {
        if (!pattern12.test(data5)) {
          const err13 = { instancePath: instancePath + "/ratelimit-policy", schemaPath: "#/properties/ratelimit-policy/pattern", keyword: "pattern", params: { pattern: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, message: 'must match pattern "^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$"', schema: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$', parentSchema: schema92.properties["ratelimit-policy"], data: data5 };
          if (vErrors === null) {
            vErrors = [err13];
          } else {
            vErrors.push(err13);
          }
          errors++;
        }
      } else {
        const err14 = { instancePath: instancePath + "/ratelimit-policy", schemaPath: "#/properties/ratelimit-policy/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema92.properties["ratelimit-policy"].type, parentSchema: schema92.properties["ratelimit-policy"], data: data5 };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
    }
  } else {
    const err15 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema92.type, parentSchema: schema92, data };
    if (vErrors === null) {
      vErrors = [err15];
    } else {
      vErrors.push(err15);
    }
    errors++;
  }
  validate267.errors = vErrors;
  return errors === 0;
}
var addCredentialBatch_403_headers = validate268;
var schema93 = { "type": "object", "required": ["x-request-id"], "properties": { "x-request-id": { "type": "string", "format": "uuid" }, "www-authenticate": { "type": "string", "pattern": '^Bearer realm="partner-api", error="insufficient_scope", scope="[a-z._ ]+"$', "x-challenge": "bearer" }, "ratelimit": { "type": "string", "pattern": '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, "ratelimit-policy": { "type": "string", "pattern": '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' } } };
function validate268(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data["x-request-id"] === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "x-request-id" }, message: "must have required property 'x-request-id'", schema: schema93.required, parentSchema: schema93, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data["x-request-id"] !== void 0) {
      let data0 = data["x-request-id"];
      if (typeof data0 === "string") {
        if (!formats2.test(data0)) {
          const err1 = { instancePath: instancePath + "/x-request-id", schemaPath: "#/properties/x-request-id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"', schema: "uuid", parentSchema: schema93.properties["x-request-id"], data: data0 };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
      } else {
        const err2 = { instancePath: instancePath + "/x-request-id", schemaPath: "#/properties/x-request-id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema93.properties["x-request-id"].type, parentSchema: schema93.properties["x-request-id"], data: data0 };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data["www-authenticate"] !== void 0) {
      let data1 = data["www-authenticate"];
      if (typeof data1 === "string") {
        if (!pattern18.test(data1)) {
          const err3 = { instancePath: instancePath + "/www-authenticate", schemaPath: "#/properties/www-authenticate/pattern", keyword: "pattern", params: { pattern: '^Bearer realm="partner-api", error="insufficient_scope", scope="[a-z._ ]+"$' }, message: 'must match pattern "^Bearer realm="partner-api", error="insufficient_scope", scope="[a-z._ ]+"$"', schema: '^Bearer realm="partner-api", error="insufficient_scope", scope="[a-z._ ]+"$', parentSchema: schema93.properties["www-authenticate"], data: data1 };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
      } else {
        const err4 = { instancePath: instancePath + "/www-authenticate", schemaPath: "#/properties/www-authenticate/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema93.properties["www-authenticate"].type, parentSchema: schema93.properties["www-authenticate"], data: data1 };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.ratelimit !== void 0) {
      let data2 = data.ratelimit;
      if (typeof data2 === "string") {
        if (!pattern12.test(data2)) {
          const err5 = { instancePath: instancePath + "/ratelimit", schemaPath: "#/properties/ratelimit/pattern", keyword: "pattern", params: { pattern: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, message: 'must match pattern "^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$"', schema: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$', parentSchema: schema93.properties.ratelimit, data: data2 };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
      } else {
        const err6 = { instancePath: instancePath + "/ratelimit", schemaPath: "#/properties/ratelimit/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema93.properties.ratelimit.type, parentSchema: schema93.properties.ratelimit, data: data2 };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data["ratelimit-policy"] !== void 0) {
      let data3 = data["ratelimit-policy"];
      if (typeof data3 === "string") {
        if (!pattern12.test(data3)) {
          const err7 = { instancePath: instancePath + "/ratelimit-policy", schemaPath: "#/properties/ratelimit-policy/pattern", keyword: "pattern", params: { pattern: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, message: 'must match pattern "^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$"', schema: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$', parentSchema: schema93.properties["ratelimit-policy"], data: data3 };
          if (vErrors === null) {
            vErrors = [err7];
          } else {
            vErrors.push(err7);
          }
          errors++;
        }
      } else {
        const err8 = { instancePath: instancePath + "/ratelimit-policy", schemaPath: "#/properties/ratelimit-policy/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema93.properties["ratelimit-policy"].type, parentSchema: schema93.properties["ratelimit-policy"], data: data3 };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
  } else {
    const err9 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema93.type, parentSchema: schema93, data };
    if (vErrors === null) {
      vErrors = [err9];
    } else {
      vErrors.push(err9);
    }
    errors++;
  }
  validate268.errors = vErrors;
  return errors === 0;
}
var uploadAsset_path = validate269;
var schema94 = { "type": "object", "required": ["asset_key"], "properties": { "asset_key": { "type": "string", "pattern": "^[A-Za-z0-9_-]{22}$" } } };
var pattern29 = new RegExp("^[A-Za-z0-9_-]{22}$", "u");
function validate269(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.asset_key === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "asset_key" }, message: "must have required property 'asset_key'", schema: schema94.required, parentSchema: schema94, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.asset_key !== void 0) {
      let data0 = data.asset_key;
      if (typeof data0 === "string") {
        if (!pattern29.test(data0)) {
          const err1 = { instancePath: instancePath + "/asset_key", schemaPath: "#/properties/asset_key/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9_-]{22}$" }, message: 'must match pattern "^[A-Za-z0-9_-]{22}$"', schema: "^[A-Za-z0-9_-]{22}$", parentSchema: schema94.properties.asset_key, data: data0 };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
      } else {
        const err2 = { instancePath: instancePath + "/asset_key", schemaPath: "#/properties/asset_key/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema94.properties.asset_key.type, parentSchema: schema94.properties.asset_key, data: data0 };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
  } else {
    const err3 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema94.type, parentSchema: schema94, data };
    if (vErrors === null) {
      vErrors = [err3];
    } else {
      vErrors.push(err3);
    }
    errors++;
  }
  validate269.errors = vErrors;
  return errors === 0;
}
var uploadAsset_query = validate270;
var schema95 = { "type": "object", "required": ["expires"], "properties": { "expires": { "type": "integer", "minimum": 0 } } };
function validate270(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.expires === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "expires" }, message: "must have required property 'expires'", schema: schema95.required, parentSchema: schema95, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.expires !== void 0) {
      let data0 = data.expires;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
        const err1 = { instancePath: instancePath + "/expires", schemaPath: "#/properties/expires/type", keyword: "type", params: { type: "integer" }, message: "must be integer", schema: schema95.properties.expires.type, parentSchema: schema95.properties.expires, data: data0 };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
      if (typeof data0 == "number" && isFinite(data0)) {
        if (data0 < 0 || isNaN(data0)) {
          const err2 = { instancePath: instancePath + "/expires", schemaPath: "#/properties/expires/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0", schema: 0, parentSchema: schema95.properties.expires, data: data0 };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      }
    }
  } else {
    const err3 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema95.type, parentSchema: schema95, data };
    if (vErrors === null) {
      vErrors = [err3];
    } else {
      vErrors.push(err3);
    }
    errors++;
  }
  validate270.errors = vErrors;
  return errors === 0;
}
var uploadAsset_200 = validate271;
var schema96 = { "description": "A stored file.", "type": "object", "required": ["asset_id", "asset_type", "size"], "properties": { "asset_id": { "description": "The partner's identifier for the asset.", "type": "string" }, "asset_type": { "description": "The type of the file.", "type": "string", "enum": ["pdf", "jpg", "png", "open_cert"] }, "size": { "description": "The size of the file, in bytes.", "type": "integer", "format": "int32", "minimum": 1, "x-value": "{$request.header.content-length}" } } };
function validate271(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.asset_id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "asset_id" }, message: "must have required property 'asset_id'", schema: schema96.required, parentSchema: schema96, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.asset_type === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "asset_type" }, message: "must have required property 'asset_type'", schema: schema96.required, parentSchema: schema96, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.size === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "size" }, message: "must have required property 'size'", schema: schema96.required, parentSchema: schema96, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.asset_id !== void 0) {
      let data0 = data.asset_id;
      if (typeof data0 !== "string") {
        const err3 = { instancePath: instancePath + "/asset_id", schemaPath: "#/properties/asset_id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema96.properties.asset_id.type, parentSchema: schema96.properties.asset_id, data: data0 };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.asset_type !== void 0) {
      let data1 = data.asset_type;
      if (typeof data1 !== "string") {
        const err4 = { instancePath: instancePath + "/asset_type", schemaPath: "#/properties/asset_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema96.properties.asset_type.type, parentSchema: schema96.properties.asset_type, data: data1 };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
      if (!(data1 === "pdf" || data1 === "jpg" || data1 === "png" || data1 === "open_cert")) {
        const err5 = { instancePath: instancePath + "/asset_type", schemaPath: "#/properties/asset_type/enum", keyword: "enum", params: { allowedValues: schema96.properties.asset_type.enum }, message: "must be equal to one of the allowed values", schema: schema96.properties.asset_type.enum, parentSchema: schema96.properties.asset_type, data: data1 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data.size !== void 0) {
      let data2 = data.size;
      if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
        const err6 = { instancePath: instancePath + "/size", schemaPath: "#/properties/size/type", keyword: "type", params: { type: "integer" }, message: "must be integer", schema: schema96.properties.size.type, parentSchema: schema96.properties.size, data: data2 };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
      if (typeof data2 == "number" && isFinite(data2)) {
        if (data2 < 1 || isNaN(data2)) {
          const err7 = { instancePath: instancePath + "/size", schemaPath: "#/properties/size/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1", schema: 1, parentSchema: schema96.properties.size, data: data2 };
          if (vErrors === null) {
            vErrors = [err7];
          } else {
            vErrors.push(err7);
          }
          errors++;
        }
        if (!formats0.validate(data2)) {
          const err8 = { instancePath: instancePath + "/size", schemaPath: "#/properties/size/format", keyword: "format", params: { format: "int32" }, message: 'must match format "int32"', schema: "int32", parentSchema: schema96.properties.size, data: data2 };
          if (vErrors === null) {
            vErrors = [err8];
          } else {
            vErrors.push(err8);
          }
          errors++;
        }
      }
    }
  } else {
    const err9 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema96.type, parentSchema: schema96, data };
    if (vErrors === null) {
      vErrors = [err9];
    } else {
      vErrors.push(err9);
    }
    errors++;
  }
  validate271.errors = vErrors;
  return errors === 0;
}
var getSubmissionStatusV1_path = validate272;
var schema97 = { "type": "object", "required": ["id"], "properties": { "id": { "$ref": "#/$defs/Identifier" } } };
function validate272(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'", schema: schema97.required, parentSchema: schema97, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.id !== void 0) {
      if (!validate60.call(this, data.id, { instancePath: instancePath + "/id", parentData: data, parentDataProperty: "id", rootData })) {
        vErrors = vErrors === null ? validate60.errors : mergeErrors(vErrors, validate60.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema97.type, parentSchema: schema97, data };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  validate272.errors = vErrors;
  return errors === 0;
}
var getSubmissionStatusV1_200 = validate274;
var schema98 = { "description": "The status of a submission.", "type": "object", "required": ["id", "status", "finalized_at", "documents"], "properties": { "id": { "description": "The partner's identifier for the submission (for a v2 batch, its `credential_id`).", "type": "string", "minLength": 1 }, "status": { "description": "`incomplete`: no user has decided. `verified`: the user consented. `canceled`: 48 hours have passed since the first POST, the user declined, or the partner canceled; the submitted data is deleted.", "type": "string", "enum": ["incomplete", "verified", "canceled"] }, "finalized_at": { "description": "Time at which the status became `verified` or `canceled`. Null while the status is `incomplete`.", "$ref": "#/$defs/NullableTimestamp" }, "documents": { "description": "The documents that were submitted as URLs, in the order of the submission. The list is empty if the submission has no such documents or is canceled. It does not contain uploaded files or open certificates, because the service validates these at once.", "type": "array", "maxItems": 100, "items": { "$ref": "#/$defs/SubmittedDocument" } } }, "allOf": [{ "if": { "properties": { "status": { "const": "incomplete" } } }, "then": { "properties": { "finalized_at": { "type": "null" } } }, "else": { "properties": { "finalized_at": { "type": "string" } } } }, { "if": { "properties": { "status": { "const": "canceled" } } }, "then": { "properties": { "documents": { "maxItems": 0 } } } }] };
var schema99 = { "description": "A UTC timestamp with microseconds, or null.", "type": ["string", "null"], "format": "date-time", "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{6}Z$" };
var formats54 = require_formats().fullFormats["date-time"];
var pattern30 = new RegExp("^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{6}Z$", "u");
function validate275(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string" && data !== null) {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: schema99.type }, message: "must be string,null", schema: schema99.type, parentSchema: schema99, data };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  if (typeof data === "string") {
    if (!pattern30.test(data)) {
      const err1 = { instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{6}Z$" }, message: 'must match pattern "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{6}Z$"', schema: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{6}Z$", parentSchema: schema99, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (!formats54.validate(data)) {
      const err2 = { instancePath, schemaPath: "#/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"', schema: "date-time", parentSchema: schema99, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
  }
  validate275.errors = vErrors;
  return errors === 0;
}
var schema100 = { "description": "A document that was submitted as a URL, with the state of its download.", "type": "object", "required": ["id", "state"], "properties": { "id": { "description": "The `id` of the submission or, in a batch of microcredentials, the `id` of the item.", "type": "string", "minLength": 1 }, "state": { "description": "`pending`: the service has not downloaded the document yet, or will retry the download. `stored`: the document is downloaded and matches `document_type`. `unavailable`: the download failed and the service does not retry; the user sees that the document is unavailable. `deleted`: the service deleted the stored document, because the user has not signed in on the mobile application.", "type": "string", "enum": ["pending", "stored", "unavailable", "deleted"] }, "problem": { "description": "The problem of the last download attempt. Absent if there was no problem. Later versions can add values. `unreachable`: the host was not found, did not respond in time, or closed the connection. `refused_address`: the host has a private or other special address, or one that the operator has denied, the operator has removed the host from your registered domains, or the URL is not https. `error_status`: the response status was not 200. `redirected`: the response redirected to another host, to http, or too many times. `too_large`: the file is too large, or is an image with too many pixels. `wrong_type`: the bytes do not match `document_type`, or the response has a content encoding. `other`: the service could not start the download or has no storage space.", "type": "string", "x-extensible-enum": ["unreachable", "refused_address", "error_status", "redirected", "too_large", "wrong_type", "other"] } } };
var keyword3 = { "enum": ["unreachable", "refused_address", "error_status", "redirected", "too_large", "wrong_type", "other"] };
function validate277(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'", schema: schema100.required, parentSchema: schema100, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.state === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "state" }, message: "must have required property 'state'", schema: schema100.required, parentSchema: schema100, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.id !== void 0) {
      let data0 = data.id;
      if (typeof data0 === "string") {
        if (data0.length < 1) {
          const err2 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters", schema: 1, parentSchema: schema100.properties.id, data: data0 };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      } else {
        const err3 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema100.properties.id.type, parentSchema: schema100.properties.id, data: data0 };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.state !== void 0) {
      let data1 = data.state;
      if (typeof data1 !== "string") {
        const err4 = { instancePath: instancePath + "/state", schemaPath: "#/properties/state/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema100.properties.state.type, parentSchema: schema100.properties.state, data: data1 };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
      if (!(data1 === "pending" || data1 === "stored" || data1 === "unavailable" || data1 === "deleted")) {
        const err5 = { instancePath: instancePath + "/state", schemaPath: "#/properties/state/enum", keyword: "enum", params: { allowedValues: schema100.properties.state.enum }, message: "must be equal to one of the allowed values", schema: schema100.properties.state.enum, parentSchema: schema100.properties.state, data: data1 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data.problem !== void 0) {
      let data2 = data.problem;
      if (typeof data2 !== "string") {
        const err6 = { instancePath: instancePath + "/problem", schemaPath: "#/properties/problem/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema100.properties.problem.type, parentSchema: schema100.properties.problem, data: data2 };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
      const _errs8 = errors;
      if (!(data2 === "unreachable" || data2 === "refused_address" || data2 === "error_status" || data2 === "redirected" || data2 === "too_large" || data2 === "wrong_type" || data2 === "other")) {
        const err7 = { instancePath: instancePath + "/problem", schemaPath: "#/properties/problem/x-extensible-enum/enum", keyword: "enum", params: { allowedValues: keyword3.enum }, message: "must be equal to one of the allowed values", schema: keyword3.enum, parentSchema: keyword3, data: data2 };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
      var valid1 = _errs8 === errors;
      if (!valid1) {
        const err8 = { instancePath: instancePath + "/problem", schemaPath: "#/properties/problem/x-extensible-enum", keyword: "x-extensible-enum", params: {}, message: 'must pass "x-extensible-enum" keyword validation', schema: schema100.properties.problem["x-extensible-enum"], parentSchema: schema100.properties.problem, data: data2 };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
  } else {
    const err9 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema100.type, parentSchema: schema100, data };
    if (vErrors === null) {
      vErrors = [err9];
    } else {
      vErrors.push(err9);
    }
    errors++;
  }
  validate277.errors = vErrors;
  return errors === 0;
}
function validate274(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs2 = errors;
  let valid1 = true;
  const _errs3 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.status !== void 0) {
      if ("incomplete" !== data.status) {
        const err0 = {};
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
  }
  var _valid0 = _errs3 === errors;
  errors = _errs2;
  if (vErrors !== null) {
    if (_errs2) {
      vErrors.length = _errs2;
    } else {
      vErrors = null;
    }
  }
  let ifClause0;
  if (_valid0) {
    const _errs5 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.finalized_at !== void 0) {
        let data1 = data.finalized_at;
        if (data1 !== null) {
          const err1 = { instancePath: instancePath + "/finalized_at", schemaPath: "#/allOf/0/then/properties/finalized_at/type", keyword: "type", params: { type: "null" }, message: "must be null", schema: schema98.allOf[0].then.properties.finalized_at.type, parentSchema: schema98.allOf[0].then.properties.finalized_at, data: data1 };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
      }
    }
    var _valid0 = _errs5 === errors;
    valid1 = _valid0;
    ifClause0 = "then";
  } else {
    const _errs8 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.finalized_at !== void 0) {
        let data2 = data.finalized_at;
        if (typeof data2 !== "string") {
          const err2 = { instancePath: instancePath + "/finalized_at", schemaPath: "#/allOf/0/else/properties/finalized_at/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema98.allOf[0].else.properties.finalized_at.type, parentSchema: schema98.allOf[0].else.properties.finalized_at, data: data2 };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      }
    }
    var _valid0 = _errs8 === errors;
    valid1 = _valid0;
    ifClause0 = "else";
  }
  if (!valid1) {
    const err3 = { instancePath, schemaPath: "#/allOf/0/if", keyword: "if", params: { failingKeyword: ifClause0 }, message: 'must match "' + ifClause0 + '" schema', schema: schema98.allOf[0].if, parentSchema: schema98.allOf[0], data };
    if (vErrors === null) {
      vErrors = [err3];
    } else {
      vErrors.push(err3);
    }
    errors++;
  }
  const _errs12 = errors;
  let valid5 = true;
  const _errs13 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.status !== void 0) {
      if ("canceled" !== data.status) {
        const err4 = {};
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
  }
  var _valid1 = _errs13 === errors;
  errors = _errs12;
  if (vErrors !== null) {
    if (_errs12) {
      vErrors.length = _errs12;
    } else {
      vErrors = null;
    }
  }
  if (_valid1) {
    const _errs15 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.documents !== void 0) {
        let data4 = data.documents;
        if (Array.isArray(data4)) {
          if (data4.length > 0) {
            const err5 = { instancePath: instancePath + "/documents", schemaPath: "#/allOf/1/then/properties/documents/maxItems", keyword: "maxItems", params: { limit: 0 }, message: "must NOT have more than 0 items", schema: 0, parentSchema: schema98.allOf[1].then.properties.documents, data: data4 };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
        }
      }
    }
    var _valid1 = _errs15 === errors;
    valid5 = _valid1;
  }
  if (!valid5) {
    const err6 = { instancePath, schemaPath: "#/allOf/1/if", keyword: "if", params: { failingKeyword: "then" }, message: 'must match "then" schema', schema: schema98.allOf[1].if, parentSchema: schema98.allOf[1], data };
    if (vErrors === null) {
      vErrors = [err6];
    } else {
      vErrors.push(err6);
    }
    errors++;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      const err7 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'", schema: schema98.required, parentSchema: schema98, data };
      if (vErrors === null) {
        vErrors = [err7];
      } else {
        vErrors.push(err7);
      }
      errors++;
    }
    if (data.status === void 0) {
      const err8 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'", schema: schema98.required, parentSchema: schema98, data };
      if (vErrors === null) {
        vErrors = [err8];
      } else {
        vErrors.push(err8);
      }
      errors++;
    }
    if (data.finalized_at === void 0) {
      const err9 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "finalized_at" }, message: "must have required property 'finalized_at'", schema: schema98.required, parentSchema: schema98, data };
      if (vErrors === null) {
        vErrors = [err9];
      } else {
        vErrors.push(err9);
      }
      errors++;
    }
    if (data.documents === void 0) {
      const err10 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "documents" }, message: "must have required property 'documents'", schema: schema98.required, parentSchema: schema98, data };
      if (vErrors === null) {
        vErrors = [err10];
      } else {
        vErrors.push(err10);
      }
      errors++;
    }
    if (data.id !== void 0) {
      let data5 = data.id;
      if (typeof data5 === "string") {
        if (data5.length < 1) {
          const err11 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters", schema: 1, parentSchema: schema98.properties.id, data: data5 };
          if (vErrors === null) {
            vErrors = [err11];
          } else {
            vErrors.push(err11);
          }
          errors++;
        }
      } else {
        const err12 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema98.properties.id.type, parentSchema: schema98.properties.id, data: data5 };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.status !== void 0) {
      let data6 = data.status;
      if (typeof data6 !== "string") {
        const err13 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema98.properties.status.type, parentSchema: schema98.properties.status, data: data6 };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
      if (!(data6 === "incomplete" || data6 === "verified" || data6 === "canceled")) {
        const err14 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/enum", keyword: "enum", params: { allowedValues: schema98.properties.status.enum }, message: "must be equal to one of the allowed values", schema: schema98.properties.status.enum, parentSchema: schema98.properties.status, data: data6 };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
    }
    if (data.finalized_at !== void 0) {
      if (!validate275.call(this, data.finalized_at, { instancePath: instancePath + "/finalized_at", parentData: data, parentDataProperty: "finalized_at", rootData })) {
        vErrors = vErrors === null ? validate275.errors : mergeErrors(vErrors, validate275.errors);
        errors = vErrors.length;
      }
    }
    if (data.documents !== void 0) {
      let data8 = data.documents;
      if (Array.isArray(data8)) {
        if (data8.length > 100) {
          const err15 = { instancePath: instancePath + "/documents", schemaPath: "#/properties/documents/maxItems", keyword: "maxItems", params: { limit: 100 }, message: "must NOT have more than 100 items", schema: 100, parentSchema: schema98.properties.documents, data: data8 };
          if (vErrors === null) {
            vErrors = [err15];
          } else {
            vErrors.push(err15);
          }
          errors++;
        }
        const len0 = data8.length;
        for (let i0 = 0; i0 < len0 && errors < 2e3; i0++) {
          if (!validate277.call(this, data8[i0], { instancePath: instancePath + "/documents/" + i0, parentData: data8, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate277.errors : mergeErrors(vErrors, validate277.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err16 = { instancePath: instancePath + "/documents", schemaPath: "#/properties/documents/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema98.properties.documents.type, parentSchema: schema98.properties.documents, data: data8 };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
    }
  } else {
    const err17 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema98.type, parentSchema: schema98, data };
    if (vErrors === null) {
      vErrors = [err17];
    } else {
      vErrors.push(err17);
    }
    errors++;
  }
  validate274.errors = vErrors;
  return errors === 0;
}
var listSubmissionStatusesV1Body = validate279;
var schema101 = { "description": "The submissions to return.", "type": "object", "additionalProperties": false, "required": ["ids"], "properties": { "ids": { "description": "The partner's identifiers of the submissions.", "type": "array", "minItems": 1, "maxItems": 30, "items": { "$ref": "#/$defs/Identifier" } } } };
function validate279(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.ids === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "ids" }, message: "must have required property 'ids'", schema: schema101.required, parentSchema: schema101, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "ids")) {
        const err1 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema101, data };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (data.ids !== void 0) {
      let data0 = data.ids;
      if (Array.isArray(data0)) {
        if (data0.length > 30) {
          const err2 = { instancePath: instancePath + "/ids", schemaPath: "#/properties/ids/maxItems", keyword: "maxItems", params: { limit: 30 }, message: "must NOT have more than 30 items", schema: 30, parentSchema: schema101.properties.ids, data: data0 };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data0.length < 1) {
          const err3 = { instancePath: instancePath + "/ids", schemaPath: "#/properties/ids/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items", schema: 1, parentSchema: schema101.properties.ids, data: data0 };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        const len0 = data0.length;
        for (let i0 = 0; i0 < len0 && errors < 2e3; i0++) {
          if (!validate60.call(this, data0[i0], { instancePath: instancePath + "/ids/" + i0, parentData: data0, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate60.errors : mergeErrors(vErrors, validate60.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err4 = { instancePath: instancePath + "/ids", schemaPath: "#/properties/ids/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema101.properties.ids.type, parentSchema: schema101.properties.ids, data: data0 };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
  } else {
    const err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema101.type, parentSchema: schema101, data };
    if (vErrors === null) {
      vErrors = [err5];
    } else {
      vErrors.push(err5);
    }
    errors++;
  }
  validate279.errors = vErrors;
  return errors === 0;
}
var listSubmissionStatusesV1_200 = validate281;
var schema102 = { "description": "The status of each submission that exists, in the order of the request.", "type": "object", "required": ["credentials"], "properties": { "credentials": { "description": "The submissions. The list omits identifiers that do not exist for this partner.", "type": "array", "maxItems": 30, "items": { "$ref": "#/$defs/SubmissionStatus" } } } };
function validate282(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs2 = errors;
  let valid1 = true;
  const _errs3 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.status !== void 0) {
      if ("incomplete" !== data.status) {
        const err0 = {};
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
  }
  var _valid0 = _errs3 === errors;
  errors = _errs2;
  if (vErrors !== null) {
    if (_errs2) {
      vErrors.length = _errs2;
    } else {
      vErrors = null;
    }
  }
  let ifClause0;
  if (_valid0) {
    const _errs5 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.finalized_at !== void 0) {
        let data1 = data.finalized_at;
        if (data1 !== null) {
          const err1 = { instancePath: instancePath + "/finalized_at", schemaPath: "#/allOf/0/then/properties/finalized_at/type", keyword: "type", params: { type: "null" }, message: "must be null", schema: schema98.allOf[0].then.properties.finalized_at.type, parentSchema: schema98.allOf[0].then.properties.finalized_at, data: data1 };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
      }
    }
    var _valid0 = _errs5 === errors;
    valid1 = _valid0;
    ifClause0 = "then";
  } else {
    const _errs8 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.finalized_at !== void 0) {
        let data2 = data.finalized_at;
        if (typeof data2 !== "string") {
          const err2 = { instancePath: instancePath + "/finalized_at", schemaPath: "#/allOf/0/else/properties/finalized_at/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema98.allOf[0].else.properties.finalized_at.type, parentSchema: schema98.allOf[0].else.properties.finalized_at, data: data2 };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      }
    }
    var _valid0 = _errs8 === errors;
    valid1 = _valid0;
    ifClause0 = "else";
  }
  if (!valid1) {
    const err3 = { instancePath, schemaPath: "#/allOf/0/if", keyword: "if", params: { failingKeyword: ifClause0 }, message: 'must match "' + ifClause0 + '" schema', schema: schema98.allOf[0].if, parentSchema: schema98.allOf[0], data };
    if (vErrors === null) {
      vErrors = [err3];
    } else {
      vErrors.push(err3);
    }
    errors++;
  }
  const _errs12 = errors;
  let valid5 = true;
  const _errs13 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.status !== void 0) {
      if ("canceled" !== data.status) {
        const err4 = {};
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
  }
  var _valid1 = _errs13 === errors;
  errors = _errs12;
  if (vErrors !== null) {
    if (_errs12) {
      vErrors.length = _errs12;
    } else {
      vErrors = null;
    }
  }
  if (_valid1) {
    const _errs15 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.documents !== void 0) {
        let data4 = data.documents;
        if (Array.isArray(data4)) {
          if (data4.length > 0) {
            const err5 = { instancePath: instancePath + "/documents", schemaPath: "#/allOf/1/then/properties/documents/maxItems", keyword: "maxItems", params: { limit: 0 }, message: "must NOT have more than 0 items", schema: 0, parentSchema: schema98.allOf[1].then.properties.documents, data: data4 };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
        }
      }
    }
    var _valid1 = _errs15 === errors;
    valid5 = _valid1;
  }
  if (!valid5) {
    const err6 = { instancePath, schemaPath: "#/allOf/1/if", keyword: "if", params: { failingKeyword: "then" }, message: 'must match "then" schema', schema: schema98.allOf[1].if, parentSchema: schema98.allOf[1], data };
    if (vErrors === null) {
      vErrors = [err6];
    } else {
      vErrors.push(err6);
    }
    errors++;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      const err7 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'", schema: schema98.required, parentSchema: schema98, data };
      if (vErrors === null) {
        vErrors = [err7];
      } else {
        vErrors.push(err7);
      }
      errors++;
    }
    if (data.status === void 0) {
      const err8 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'", schema: schema98.required, parentSchema: schema98, data };
      if (vErrors === null) {
        vErrors = [err8];
      } else {
        vErrors.push(err8);
      }
      errors++;
    }
    if (data.finalized_at === void 0) {
      const err9 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "finalized_at" }, message: "must have required property 'finalized_at'", schema: schema98.required, parentSchema: schema98, data };
      if (vErrors === null) {
        vErrors = [err9];
      } else {
        vErrors.push(err9);
      }
      errors++;
    }
    if (data.documents === void 0) {
      const err10 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "documents" }, message: "must have required property 'documents'", schema: schema98.required, parentSchema: schema98, data };
      if (vErrors === null) {
        vErrors = [err10];
      } else {
        vErrors.push(err10);
      }
      errors++;
    }
    if (data.id !== void 0) {
      let data5 = data.id;
      if (typeof data5 === "string") {
        if (data5.length < 1) {
          const err11 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters", schema: 1, parentSchema: schema98.properties.id, data: data5 };
          if (vErrors === null) {
            vErrors = [err11];
          } else {
            vErrors.push(err11);
          }
          errors++;
        }
      } else {
        const err12 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema98.properties.id.type, parentSchema: schema98.properties.id, data: data5 };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.status !== void 0) {
      let data6 = data.status;
      if (typeof data6 !== "string") {
        const err13 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema98.properties.status.type, parentSchema: schema98.properties.status, data: data6 };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
      if (!(data6 === "incomplete" || data6 === "verified" || data6 === "canceled")) {
        const err14 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/enum", keyword: "enum", params: { allowedValues: schema98.properties.status.enum }, message: "must be equal to one of the allowed values", schema: schema98.properties.status.enum, parentSchema: schema98.properties.status, data: data6 };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
    }
    if (data.finalized_at !== void 0) {
      if (!validate275.call(this, data.finalized_at, { instancePath: instancePath + "/finalized_at", parentData: data, parentDataProperty: "finalized_at", rootData })) {
        vErrors = vErrors === null ? validate275.errors : mergeErrors(vErrors, validate275.errors);
        errors = vErrors.length;
      }
    }
    if (data.documents !== void 0) {
      let data8 = data.documents;
      if (Array.isArray(data8)) {
        if (data8.length > 100) {
          const err15 = { instancePath: instancePath + "/documents", schemaPath: "#/properties/documents/maxItems", keyword: "maxItems", params: { limit: 100 }, message: "must NOT have more than 100 items", schema: 100, parentSchema: schema98.properties.documents, data: data8 };
          if (vErrors === null) {
            vErrors = [err15];
          } else {
            vErrors.push(err15);
          }
          errors++;
        }
        const len0 = data8.length;
        for (let i0 = 0; i0 < len0 && errors < 2e3; i0++) {
          if (!validate277.call(this, data8[i0], { instancePath: instancePath + "/documents/" + i0, parentData: data8, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate277.errors : mergeErrors(vErrors, validate277.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err16 = { instancePath: instancePath + "/documents", schemaPath: "#/properties/documents/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema98.properties.documents.type, parentSchema: schema98.properties.documents, data: data8 };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
    }
  } else {
    const err17 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema98.type, parentSchema: schema98, data };
    if (vErrors === null) {
      vErrors = [err17];
    } else {
      vErrors.push(err17);
    }
    errors++;
  }
  validate282.errors = vErrors;
  return errors === 0;
}
function validate281(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.credentials === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "credentials" }, message: "must have required property 'credentials'", schema: schema102.required, parentSchema: schema102, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.credentials !== void 0) {
      let data0 = data.credentials;
      if (Array.isArray(data0)) {
        if (data0.length > 30) {
          const err1 = { instancePath: instancePath + "/credentials", schemaPath: "#/properties/credentials/maxItems", keyword: "maxItems", params: { limit: 30 }, message: "must NOT have more than 30 items", schema: 30, parentSchema: schema102.properties.credentials, data: data0 };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        const len0 = data0.length;
        for (let i0 = 0; i0 < len0 && errors < 2e3; i0++) {
          if (!validate282.call(this, data0[i0], { instancePath: instancePath + "/credentials/" + i0, parentData: data0, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate282.errors : mergeErrors(vErrors, validate282.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err2 = { instancePath: instancePath + "/credentials", schemaPath: "#/properties/credentials/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema102.properties.credentials.type, parentSchema: schema102.properties.credentials, data: data0 };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
  } else {
    const err3 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema102.type, parentSchema: schema102, data };
    if (vErrors === null) {
      vErrors = [err3];
    } else {
      vErrors.push(err3);
    }
    errors++;
  }
  validate281.errors = vErrors;
  return errors === 0;
}
var createVerificationRequestBody = validate286;
var schema104 = { "description": "A request to verify a digital identity.", "type": "object", "additionalProperties": false, "required": ["display_options"], "properties": { "request_id": { "description": "The partner's identifier for the request, which must be unique among the partner's requests. If you repeat the identifier, you get the same response. Default, and recommended: a UUID with 122 random bits that the service generates. An identifier that others can guess (any that is not an `UnguessableId` of the full contract) is accepted with the warning `guessable`, and its link contains a `key`.", "$ref": "#/$defs/Identifier", "x-naming-warnings": { "guessable": { "message": "can be guessed, so the link contains a key; use a random UUID (version 4 or 7), with an optional prefix", "notPattern": "^(.*-)?([0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[47][0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}|[0-9A-Fa-f]{32,})$", "pattern": "0{7}|(^|-)[0-9]{32,}$" } } }, "callback_url": { "$ref": "#/$defs/CallbackUrl" }, "display_options": { "$ref": "#/$defs/DisplayOptions" }, "accepted_sources": { "description": "The client IDs of the partners whose digital identities you accept. The user can share only an identity that one of these partners submitted. The service does not check whether a partner has such a client ID. Default: all partners.", "type": "array", "minItems": 1, "maxItems": 20, "uniqueItems": true, "items": { "$ref": "#/$defs/PartnerClientId" } }, "request_source": { "description": "The origin of the request in a partner hierarchy, for the operator's statistics.", "type": "array", "maxItems": 20, "items": { "$ref": "#/$defs/RequestSource" } } } };
var schema105 = { "description": "The URL that the user's browser returns to. The service appends `request_id` and `status` to the query, and removes other parameters with these names. It must be an absolute https URL in ASCII, without user info and without a fragment. The host must be a registered domain of the partner. If the operator removes the domain later, the browser stays on a closing page of the service. Outside production, a registered loopback host can use http.", "type": "string", "maxLength": 2048, "format": "uri", "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#@\\\\]+([/?][^#]*)?$", "x-message": "must be an absolute https URL in ASCII (percent-encoded), without user info or a fragment", "x-valid-authority": true, "x-https": true, "x-public-address": true, "x-registered-domain": true };
var pattern31 = new RegExp("^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#@\\\\]+([/?][^#]*)?$", "u");
function validate288(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data === "string") {
    if (data.length > 2048 && func1(data) > 2048) {
      const err0 = { instancePath, schemaPath: "#/maxLength", keyword: "maxLength", params: { limit: 2048 }, message: "must NOT have more than 2048 characters", schema: 2048, parentSchema: schema105, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (!pattern31.test(data)) {
      const err1 = { instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { pattern: "^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#@\\\\]+([/?][^#]*)?$" }, message: 'must match pattern "^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#@\\\\]+([/?][^#]*)?$"', schema: "^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#@\\\\]+([/?][^#]*)?$", parentSchema: schema105, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (!formats12(data)) {
      const err2 = { instancePath, schemaPath: "#/format", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"', schema: "uri", parentSchema: schema105, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (!this.registeredDomain(data)) {
      const err3 = { instancePath, schemaPath: "#/x-registered-domain", keyword: "x-registered-domain", params: {}, message: "x-registered-domain", schema: true, parentSchema: schema105, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (!this.https(data)) {
      const err4 = { instancePath, schemaPath: "#/x-https", keyword: "x-https", params: {}, message: "x-https", schema: true, parentSchema: schema105, data };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    if (!this.publicAddress(data)) {
      const err5 = { instancePath, schemaPath: "#/x-public-address", keyword: "x-public-address", params: {}, message: "x-public-address", schema: true, parentSchema: schema105, data };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
    const part0 = this.invalidPart(data);
    if (part0 !== null) {
      const err6 = { instancePath, schemaPath: "#/x-valid-authority", keyword: "x-valid-authority", params: { part: part0 }, message: "x-valid-authority", schema: true, parentSchema: schema105, data };
      if (vErrors === null) {
        vErrors = [err6];
      } else {
        vErrors.push(err6);
      }
      errors++;
    }
  } else {
    const err7 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema105.type, parentSchema: schema105, data };
    if (vErrors === null) {
      vErrors = [err7];
    } else {
      vErrors.push(err7);
    }
    errors++;
  }
  validate288.errors = vErrors;
  return errors === 0;
}
var schema106 = { "description": "The information about the partner that the user sees.", "type": "object", "additionalProperties": false, "required": ["partner_name"], "properties": { "partner_name": { "description": "The name by which the user knows the partner. The page shows this name after the registered name of the partner. The service rejects a name that looks like the registered name of another partner, with the code `not_allowed`. Two names look alike if their skeletons are equal ([UTS 39](https://www.unicode.org/reports/tr39/#Confusable_Detection)), in any letter case.", "$ref": "#/$defs/Text" }, "partner_logo_url": { "$ref": "#/$defs/LogoUrl" } } };
var schema107 = { "description": "The URL of a logo that the page shows next to the name: image/png, image/jpeg, at most 256 KiB. It must be an absolute https URL in ASCII, without user info. The host must be a registered domain of the partner, and must not be a private or other special address. The service downloads the logo and sends it to the user's browser. Without a logo, or if the download fails, the page shows the initials of your name.", "type": "string", "maxLength": 2048, "format": "uri", "pattern": "^[Hh][Tt][Tt][Pp][Ss]://[^\\s/?#@\\\\]+([/?#]|$)", "x-message": "must be an absolute https URL in ASCII (percent-encoded), without user info", "x-valid-authority": true, "x-public-address": true, "x-registered-domain": true };
var pattern32 = new RegExp("^[Hh][Tt][Tt][Pp][Ss]://[^\\s/?#@\\\\]+([/?#]|$)", "u");
function validate292(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data === "string") {
    if (data.length > 2048 && func1(data) > 2048) {
      const err0 = { instancePath, schemaPath: "#/maxLength", keyword: "maxLength", params: { limit: 2048 }, message: "must NOT have more than 2048 characters", schema: 2048, parentSchema: schema107, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (!pattern32.test(data)) {
      const err1 = { instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { pattern: "^[Hh][Tt][Tt][Pp][Ss]://[^\\s/?#@\\\\]+([/?#]|$)" }, message: 'must match pattern "^[Hh][Tt][Tt][Pp][Ss]://[^\\s/?#@\\\\]+([/?#]|$)"', schema: "^[Hh][Tt][Tt][Pp][Ss]://[^\\s/?#@\\\\]+([/?#]|$)", parentSchema: schema107, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (!formats12(data)) {
      const err2 = { instancePath, schemaPath: "#/format", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"', schema: "uri", parentSchema: schema107, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (!this.registeredDomain(data)) {
      const err3 = { instancePath, schemaPath: "#/x-registered-domain", keyword: "x-registered-domain", params: {}, message: "x-registered-domain", schema: true, parentSchema: schema107, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (!this.publicAddress(data)) {
      const err4 = { instancePath, schemaPath: "#/x-public-address", keyword: "x-public-address", params: {}, message: "x-public-address", schema: true, parentSchema: schema107, data };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    const part0 = this.invalidPart(data);
    if (part0 !== null) {
      const err5 = { instancePath, schemaPath: "#/x-valid-authority", keyword: "x-valid-authority", params: { part: part0 }, message: "x-valid-authority", schema: true, parentSchema: schema107, data };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
  } else {
    const err6 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema107.type, parentSchema: schema107, data };
    if (vErrors === null) {
      vErrors = [err6];
    } else {
      vErrors.push(err6);
    }
    errors++;
  }
  validate292.errors = vErrors;
  return errors === 0;
}
function validate290(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.partner_name === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "partner_name" }, message: "must have required property 'partner_name'", schema: schema106.required, parentSchema: schema106, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "partner_name" || key0 === "partner_logo_url")) {
        const err1 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema106, data };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (data.partner_name !== void 0) {
      if (!validate63.call(this, data.partner_name, { instancePath: instancePath + "/partner_name", parentData: data, parentDataProperty: "partner_name", rootData })) {
        vErrors = vErrors === null ? validate63.errors : mergeErrors(vErrors, validate63.errors);
        errors = vErrors.length;
      }
    }
    if (data.partner_logo_url !== void 0) {
      if (!validate292.call(this, data.partner_logo_url, { instancePath: instancePath + "/partner_logo_url", parentData: data, parentDataProperty: "partner_logo_url", rootData })) {
        vErrors = vErrors === null ? validate292.errors : mergeErrors(vErrors, validate292.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err2 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema106.type, parentSchema: schema106, data };
    if (vErrors === null) {
      vErrors = [err2];
    } else {
      vErrors.push(err2);
    }
    errors++;
  }
  validate290.errors = vErrors;
  return errors === 0;
}
var schema108 = { "description": "The client ID of a partner.", "type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[\\x21-\\x7E]+$", "x-message": "must be printable ASCII characters without spaces" };
var pattern33 = new RegExp("^[\\x21-\\x7E]+$", "u");
function validate295(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data === "string") {
    if (data.length > 255 && func1(data) > 255) {
      const err0 = { instancePath, schemaPath: "#/maxLength", keyword: "maxLength", params: { limit: 255 }, message: "must NOT have more than 255 characters", schema: 255, parentSchema: schema108, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.length < 1) {
      const err1 = { instancePath, schemaPath: "#/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters", schema: 1, parentSchema: schema108, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (!pattern33.test(data)) {
      const err2 = { instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { pattern: "^[\\x21-\\x7E]+$" }, message: 'must match pattern "^[\\x21-\\x7E]+$"', schema: "^[\\x21-\\x7E]+$", parentSchema: schema108, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
  } else {
    const err3 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema108.type, parentSchema: schema108, data };
    if (vErrors === null) {
      vErrors = [err3];
    } else {
      vErrors.push(err3);
    }
    errors++;
  }
  validate295.errors = vErrors;
  return errors === 0;
}
var schema109 = { "description": "An origin of the request in a partner hierarchy.", "type": "object", "additionalProperties": false, "required": ["name"], "properties": { "name": { "description": "Name of the source.", "$ref": "#/$defs/Text" } } };
function validate297(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.name === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'", schema: schema109.required, parentSchema: schema109, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "name")) {
        const err1 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema109, data };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (data.name !== void 0) {
      if (!validate63.call(this, data.name, { instancePath: instancePath + "/name", parentData: data, parentDataProperty: "name", rootData })) {
        vErrors = vErrors === null ? validate63.errors : mergeErrors(vErrors, validate63.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err2 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema109.type, parentSchema: schema109, data };
    if (vErrors === null) {
      vErrors = [err2];
    } else {
      vErrors.push(err2);
    }
    errors++;
  }
  validate297.errors = vErrors;
  return errors === 0;
}
function validate286(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.display_options === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "display_options" }, message: "must have required property 'display_options'", schema: schema104.required, parentSchema: schema104, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "request_id" || key0 === "callback_url" || key0 === "display_options" || key0 === "accepted_sources" || key0 === "request_source")) {
        const err1 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema104, data };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (data.request_id !== void 0) {
      let data0 = data.request_id;
      if (!validate60.call(this, data0, { instancePath: instancePath + "/request_id", parentData: data, parentDataProperty: "request_id", rootData })) {
        vErrors = vErrors === null ? validate60.errors : mergeErrors(vErrors, validate60.errors);
        errors = vErrors.length;
      }
      if (typeof data0 === "string") {
        this.warnAboutName(data0, schema104.properties.request_id["x-naming-warnings"], instancePath + "/request_id");
      }
    }
    if (data.callback_url !== void 0) {
      if (!validate288.call(this, data.callback_url, { instancePath: instancePath + "/callback_url", parentData: data, parentDataProperty: "callback_url", rootData })) {
        vErrors = vErrors === null ? validate288.errors : mergeErrors(vErrors, validate288.errors);
        errors = vErrors.length;
      }
    }
    if (data.display_options !== void 0) {
      if (!validate290.call(this, data.display_options, { instancePath: instancePath + "/display_options", parentData: data, parentDataProperty: "display_options", rootData })) {
        vErrors = vErrors === null ? validate290.errors : mergeErrors(vErrors, validate290.errors);
        errors = vErrors.length;
      }
    }
    if (data.accepted_sources !== void 0) {
      let data3 = data.accepted_sources;
      if (Array.isArray(data3)) {
        if (data3.length > 20) {
          const err2 = { instancePath: instancePath + "/accepted_sources", schemaPath: "#/properties/accepted_sources/maxItems", keyword: "maxItems", params: { limit: 20 }, message: "must NOT have more than 20 items", schema: 20, parentSchema: schema104.properties.accepted_sources, data: data3 };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data3.length < 1) {
          const err3 = { instancePath: instancePath + "/accepted_sources", schemaPath: "#/properties/accepted_sources/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items", schema: 1, parentSchema: schema104.properties.accepted_sources, data: data3 };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        const len0 = data3.length;
        for (let i0 = 0; i0 < len0 && errors < 2e3; i0++) {
          if (!validate295.call(this, data3[i0], { instancePath: instancePath + "/accepted_sources/" + i0, parentData: data3, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate295.errors : mergeErrors(vErrors, validate295.errors);
            errors = vErrors.length;
          }
        }
        let i1 = data3.length;
        let j0;
        if (i1 > 1) {
          outer0:
            for (; i1--; ) {
              for (j0 = i1; j0--; ) {
                if (func0(data3[i1], data3[j0])) {
                  const err4 = { instancePath: instancePath + "/accepted_sources", schemaPath: "#/properties/accepted_sources/uniqueItems", keyword: "uniqueItems", params: { i: i1, j: j0 }, message: "must NOT have duplicate items (items ## " + j0 + " and " + i1 + " are identical)", schema: true, parentSchema: schema104.properties.accepted_sources, data: data3 };
                  if (vErrors === null) {
                    vErrors = [err4];
                  } else {
                    vErrors.push(err4);
                  }
                  errors++;
                  break outer0;
                }
              }
            }
        }
      } else {
        const err5 = { instancePath: instancePath + "/accepted_sources", schemaPath: "#/properties/accepted_sources/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema104.properties.accepted_sources.type, parentSchema: schema104.properties.accepted_sources, data: data3 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data.request_source !== void 0) {
      let data5 = data.request_source;
      if (Array.isArray(data5)) {
        if (data5.length > 20) {
          const err6 = { instancePath: instancePath + "/request_source", schemaPath: "#/properties/request_source/maxItems", keyword: "maxItems", params: { limit: 20 }, message: "must NOT have more than 20 items", schema: 20, parentSchema: schema104.properties.request_source, data: data5 };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
        const len1 = data5.length;
        for (let i2 = 0; i2 < len1 && errors < 2e3; i2++) {
          if (!validate297.call(this, data5[i2], { instancePath: instancePath + "/request_source/" + i2, parentData: data5, parentDataProperty: i2, rootData })) {
            vErrors = vErrors === null ? validate297.errors : mergeErrors(vErrors, validate297.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err7 = { instancePath: instancePath + "/request_source", schemaPath: "#/properties/request_source/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema104.properties.request_source.type, parentSchema: schema104.properties.request_source, data: data5 };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
  } else {
    const err8 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema104.type, parentSchema: schema104, data };
    if (vErrors === null) {
      vErrors = [err8];
    } else {
      vErrors.push(err8);
    }
    errors++;
  }
  validate286.errors = vErrors;
  return errors === 0;
}
var createVerificationRequest_201 = validate300;
var schema110 = { "description": "The link for the user, and the warnings about the request.", "type": "object", "required": ["request_id", "redirect_uri"], "properties": { "request_id": { "description": "The identifier of the request, which the partner chose or the service generated.", "type": "string" }, "redirect_uri": { "description": "The URL to send the user's browser to: `{app_url}/partner/verify/digitalIdentity?clientId=..&requestId=..`. Each value is percent-encoded. If others can guess the `request_id`, or the operator has turned on link secrets for you, the URL ends with `&key=..`: 128 random bits in base64url, without which the link does not work. Some clients print `&` as the escape sequence `\\u0026`: replace it with `&`.", "type": "string", "format": "uri", "pattern": "^https?://[^?#]+/partner/verify/digitalIdentity\\?clientId=[^&#]+&requestId=[^&#]+(&key=[A-Za-z0-9_-]{22})?$", "x-serves": "text/html" }, "warnings": { "$ref": "#/$defs/Warnings" } }, "if": { "properties": { "request_id": { "$ref": "#/$defs/UnguessableId" } } }, "else": { "properties": { "redirect_uri": { "pattern": "&key=" } } } };
var schema111 = { "description": "An identifier that is at least as hard to guess as a random UUID: a UUID of version 4 or 7, or at least 32 hexadecimal digits of which one is a letter, with an optional prefix that ends with `-`. Other versions of UUIDs consist of a time and an address (1, 2, and 6), of a hash of a name (3 and 5), or of anything (8). An identifier with seven zeros in a row is a padded number.", "type": "string", "pattern": "^(.*-)?([0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[47][0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}|[0-9A-Fa-f]{32,})$", "not": { "pattern": "0{7}|(^|-)[0-9]{32,}$" } };
var pattern34 = new RegExp("0{7}|(^|-)[0-9]{32,}$", "u");
var pattern35 = new RegExp("^(.*-)?([0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[47][0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}|[0-9A-Fa-f]{32,})$", "u");
function validate301(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs1 = errors;
  const _errs2 = errors;
  if (typeof data === "string") {
    if (!pattern34.test(data)) {
      const err0 = {};
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
  }
  var valid0 = _errs2 === errors;
  if (valid0) {
    const err1 = { instancePath, schemaPath: "#/not", keyword: "not", params: {}, message: "must NOT be valid", schema: schema111.not, parentSchema: schema111, data };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  } else {
    errors = _errs1;
    if (vErrors !== null) {
      if (_errs1) {
        vErrors.length = _errs1;
      } else {
        vErrors = null;
      }
    }
  }
  if (typeof data === "string") {
    if (!pattern35.test(data)) {
      const err2 = { instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { pattern: "^(.*-)?([0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[47][0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}|[0-9A-Fa-f]{32,})$" }, message: 'must match pattern "^(.*-)?([0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[47][0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}|[0-9A-Fa-f]{32,})$"', schema: "^(.*-)?([0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[47][0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}|[0-9A-Fa-f]{32,})$", parentSchema: schema111, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
  } else {
    const err3 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema111.type, parentSchema: schema111, data };
    if (vErrors === null) {
      vErrors = [err3];
    } else {
      vErrors.push(err3);
    }
    errors++;
  }
  validate301.errors = vErrors;
  return errors === 0;
}
var pattern36 = new RegExp("&key=", "u");
var pattern37 = new RegExp("^https?://[^?#]+/partner/verify/digitalIdentity\\?clientId=[^&#]+&requestId=[^&#]+(&key=[A-Za-z0-9_-]{22})?$", "u");
function validate300(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs1 = errors;
  let valid0 = true;
  const _errs2 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.request_id !== void 0) {
      if (!validate301.call(this, data.request_id, { instancePath: instancePath + "/request_id", parentData: data, parentDataProperty: "request_id", rootData })) {
        vErrors = vErrors === null ? validate301.errors : mergeErrors(vErrors, validate301.errors);
        errors = vErrors.length;
      }
    }
  }
  var _valid0 = _errs2 === errors;
  errors = _errs1;
  if (vErrors !== null) {
    if (_errs1) {
      vErrors.length = _errs1;
    } else {
      vErrors = null;
    }
  }
  if (!_valid0) {
    const _errs4 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.redirect_uri !== void 0) {
        let data1 = data.redirect_uri;
        if (typeof data1 === "string") {
          if (!pattern36.test(data1)) {
            const err0 = { instancePath: instancePath + "/redirect_uri", schemaPath: "#/else/properties/redirect_uri/pattern", keyword: "pattern", params: { pattern: "&key=" }, message: 'must match pattern "&key="', schema: "&key=", parentSchema: schema110.else.properties.redirect_uri, data: data1 };
            if (vErrors === null) {
              vErrors = [err0];
            } else {
              vErrors.push(err0);
            }
            errors++;
          }
        }
      }
    }
    var _valid0 = _errs4 === errors;
    valid0 = _valid0;
  }
  if (!valid0) {
    const err1 = { instancePath, schemaPath: "#/if", keyword: "if", params: { failingKeyword: "else" }, message: 'must match "else" schema', schema: schema110.if, parentSchema: schema110, data };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.request_id === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "request_id" }, message: "must have required property 'request_id'", schema: schema110.required, parentSchema: schema110, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.redirect_uri === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "redirect_uri" }, message: "must have required property 'redirect_uri'", schema: schema110.required, parentSchema: schema110, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.request_id !== void 0) {
      let data2 = data.request_id;
      if (typeof data2 !== "string") {
        const err4 = { instancePath: instancePath + "/request_id", schemaPath: "#/properties/request_id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema110.properties.request_id.type, parentSchema: schema110.properties.request_id, data: data2 };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.redirect_uri !== void 0) {
      let data3 = data.redirect_uri;
      if (typeof data3 === "string") {
        if (!pattern37.test(data3)) {
          const err5 = { instancePath: instancePath + "/redirect_uri", schemaPath: "#/properties/redirect_uri/pattern", keyword: "pattern", params: { pattern: "^https?://[^?#]+/partner/verify/digitalIdentity\\?clientId=[^&#]+&requestId=[^&#]+(&key=[A-Za-z0-9_-]{22})?$" }, message: 'must match pattern "^https?://[^?#]+/partner/verify/digitalIdentity\\?clientId=[^&#]+&requestId=[^&#]+(&key=[A-Za-z0-9_-]{22})?$"', schema: "^https?://[^?#]+/partner/verify/digitalIdentity\\?clientId=[^&#]+&requestId=[^&#]+(&key=[A-Za-z0-9_-]{22})?$", parentSchema: schema110.properties.redirect_uri, data: data3 };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
        if (!formats12(data3)) {
          const err6 = { instancePath: instancePath + "/redirect_uri", schemaPath: "#/properties/redirect_uri/format", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"', schema: "uri", parentSchema: schema110.properties.redirect_uri, data: data3 };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
      } else {
        const err7 = { instancePath: instancePath + "/redirect_uri", schemaPath: "#/properties/redirect_uri/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema110.properties.redirect_uri.type, parentSchema: schema110.properties.redirect_uri, data: data3 };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    if (data.warnings !== void 0) {
      if (!validate117.call(this, data.warnings, { instancePath: instancePath + "/warnings", parentData: data, parentDataProperty: "warnings", rootData })) {
        vErrors = vErrors === null ? validate117.errors : mergeErrors(vErrors, validate117.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err8 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema110.type, parentSchema: schema110, data };
    if (vErrors === null) {
      vErrors = [err8];
    } else {
      vErrors.push(err8);
    }
    errors++;
  }
  validate300.errors = vErrors;
  return errors === 0;
}
var createVerificationRequest_201_headers = validate304;
var schema112 = { "type": "object", "required": ["x-request-id", "location"], "properties": { "x-request-id": { "type": "string", "format": "uuid" }, "location": { "type": "string", "format": "uri", "x-value": "{$server.url}/api/partner/v2/verify/requests/{uri $response.body#/request_id}" }, "idempotent-replayed": { "type": "string", "const": "true" }, "ratelimit": { "type": "string", "pattern": '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, "ratelimit-policy": { "type": "string", "pattern": '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' } } };
function validate304(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data["x-request-id"] === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "x-request-id" }, message: "must have required property 'x-request-id'", schema: schema112.required, parentSchema: schema112, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.location === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "location" }, message: "must have required property 'location'", schema: schema112.required, parentSchema: schema112, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data["x-request-id"] !== void 0) {
      let data0 = data["x-request-id"];
      if (typeof data0 === "string") {
        if (!formats2.test(data0)) {
          const err2 = { instancePath: instancePath + "/x-request-id", schemaPath: "#/properties/x-request-id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"', schema: "uuid", parentSchema: schema112.properties["x-request-id"], data: data0 };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      } else {
        const err3 = { instancePath: instancePath + "/x-request-id", schemaPath: "#/properties/x-request-id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema112.properties["x-request-id"].type, parentSchema: schema112.properties["x-request-id"], data: data0 };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.location !== void 0) {
      let data1 = data.location;
      if (typeof data1 === "string") {
        if (!formats12(data1)) {
          const err4 = { instancePath: instancePath + "/location", schemaPath: "#/properties/location/format", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"', schema: "uri", parentSchema: schema112.properties.location, data: data1 };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
      } else {
        const err5 = { instancePath: instancePath + "/location", schemaPath: "#/properties/location/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema112.properties.location.type, parentSchema: schema112.properties.location, data: data1 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data["idempotent-replayed"] !== void 0) {
      let data2 = data["idempotent-replayed"];
      if (typeof data2 !== "string") {
        const err6 = { instancePath: instancePath + "/idempotent-replayed", schemaPath: "#/properties/idempotent-replayed/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema112.properties["idempotent-replayed"].type, parentSchema: schema112.properties["idempotent-replayed"], data: data2 };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
      if ("true" !== data2) {
        const err7 = { instancePath: instancePath + "/idempotent-replayed", schemaPath: "#/properties/idempotent-replayed/const", keyword: "const", params: { allowedValue: "true" }, message: "must be equal to constant", schema: "true", parentSchema: schema112.properties["idempotent-replayed"], data: data2 };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    if (data.ratelimit !== void 0) {
      let data3 = data.ratelimit;
      if (typeof data3 === "string") {
        if (!pattern12.test(data3)) {
          const err8 = { instancePath: instancePath + "/ratelimit", schemaPath: "#/properties/ratelimit/pattern", keyword: "pattern", params: { pattern: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, message: 'must match pattern "^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$"', schema: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$', parentSchema: schema112.properties.ratelimit, data: data3 };
          if (vErrors === null) {
            vErrors = [err8];
          } else {
            vErrors.push(err8);
          }
          errors++;
        }
      } else {
        const err9 = { instancePath: instancePath + "/ratelimit", schemaPath: "#/properties/ratelimit/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema112.properties.ratelimit.type, parentSchema: schema112.properties.ratelimit, data: data3 };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
    if (data["ratelimit-policy"] !== void 0) {
      let data4 = data["ratelimit-policy"];
      if (typeof data4 === "string") {
        if (!pattern12.test(data4)) {
          const err10 = { instancePath: instancePath + "/ratelimit-policy", schemaPath: "#/properties/ratelimit-policy/pattern", keyword: "pattern", params: { pattern: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, message: 'must match pattern "^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$"', schema: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$', parentSchema: schema112.properties["ratelimit-policy"], data: data4 };
          if (vErrors === null) {
            vErrors = [err10];
          } else {
            vErrors.push(err10);
          }
          errors++;
        }
      } else {
        const err11 = { instancePath: instancePath + "/ratelimit-policy", schemaPath: "#/properties/ratelimit-policy/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema112.properties["ratelimit-policy"].type, parentSchema: schema112.properties["ratelimit-policy"], data: data4 };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
  } else {
    const err12 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema112.type, parentSchema: schema112, data };
    if (vErrors === null) {
      vErrors = [err12];
    } else {
      vErrors.push(err12);
    }
    errors++;
  }
  validate304.errors = vErrors;
  return errors === 0;
}
var getVerificationRequest_200 = validate305;
var schema113 = { "description": "The result of a verification request.", "type": "object", "required": ["request_id", "created_at", "results"], "properties": { "request_id": { "description": "The identifier of the request.", "type": "string" }, "created_at": { "description": "Time at which the request was created.", "$ref": "#/$defs/Timestamp" }, "results": { "description": "One entry for each credential type. At present, the only type is `digital_identity`.", "type": "array", "minItems": 1, "maxItems": 1, "items": { "$ref": "#/$defs/CredentialResult" } } } };
var schema114 = { "description": "A UTC timestamp with microseconds, by the clock of the service's database.", "type": "string", "format": "date-time", "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{6}Z$" };
function validate306(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data === "string") {
    if (!pattern30.test(data)) {
      const err0 = { instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{6}Z$" }, message: 'must match pattern "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{6}Z$"', schema: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{6}Z$", parentSchema: schema114, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (!formats54.validate(data)) {
      const err1 = { instancePath, schemaPath: "#/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"', schema: "date-time", parentSchema: schema114, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
  } else {
    const err2 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema114.type, parentSchema: schema114, data };
    if (vErrors === null) {
      vErrors = [err2];
    } else {
      vErrors.push(err2);
    }
    errors++;
  }
  validate306.errors = vErrors;
  return errors === 0;
}
var schema115 = { "description": "The result for one credential type.", "oneOf": [{ "$ref": "#/$defs/VerifiedCredential" }, { "$ref": "#/$defs/IncompleteCredential" }, { "$ref": "#/$defs/CanceledCredential" }], "discriminator": { "propertyName": "status" }, "type": "object", "if": { "type": "object", "required": ["status"], "properties": { "status": { "type": "string", "enum": ["verified", "incomplete", "canceled"] } } }, "else": { "description": "The user verified the request with a digital identity.", "type": "object", "required": ["credential_type", "status"], "properties": { "credential_type": { "description": "The credential type.", "type": "string", "const": "digital_identity" }, "status": { "type": "string", "enum": ["verified", "incomplete", "canceled"] }, "verified_at": { "description": "Time at which the user verified the request.", "$ref": "#/$defs/Timestamp" }, "digital_identity": { "description": "The verified identity. Later versions can add properties.", "type": "object", "required": ["full_name", "source"], "properties": { "full_name": { "description": "Name of the user.", "type": "string" }, "source": { "$ref": "#/$defs/IdentitySource" } } } } } };
var schema116 = { "description": "The partner that vouches for the identity, and when the user accepted the identity.", "type": "object", "required": ["client_id", "name", "accepted_at"], "properties": { "client_id": { "$ref": "#/$defs/PartnerClientId" }, "name": { "description": "The registered name of the partner when the user shared the identity. No two partners have names that look alike.", "type": "string", "minLength": 1, "x-paired-with": "client_id" }, "accepted_at": { "description": "Time at which the user accepted the identity from this partner.", "$ref": "#/$defs/Timestamp" } } };
function validate310(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.client_id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "client_id" }, message: "must have required property 'client_id'", schema: schema116.required, parentSchema: schema116, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.name === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'", schema: schema116.required, parentSchema: schema116, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.accepted_at === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "accepted_at" }, message: "must have required property 'accepted_at'", schema: schema116.required, parentSchema: schema116, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.client_id !== void 0) {
      if (!validate295.call(this, data.client_id, { instancePath: instancePath + "/client_id", parentData: data, parentDataProperty: "client_id", rootData })) {
        vErrors = vErrors === null ? validate295.errors : mergeErrors(vErrors, validate295.errors);
        errors = vErrors.length;
      }
    }
    if (data.name !== void 0) {
      let data1 = data.name;
      if (typeof data1 === "string") {
        if (data1.length < 1) {
          const err3 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters", schema: 1, parentSchema: schema116.properties.name, data: data1 };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
      } else {
        const err4 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema116.properties.name.type, parentSchema: schema116.properties.name, data: data1 };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.accepted_at !== void 0) {
      if (!validate306.call(this, data.accepted_at, { instancePath: instancePath + "/accepted_at", parentData: data, parentDataProperty: "accepted_at", rootData })) {
        vErrors = vErrors === null ? validate306.errors : mergeErrors(vErrors, validate306.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema116.type, parentSchema: schema116, data };
    if (vErrors === null) {
      vErrors = [err5];
    } else {
      vErrors.push(err5);
    }
    errors++;
  }
  validate310.errors = vErrors;
  return errors === 0;
}
var schema117 = { "description": "The user verified the request with a digital identity.", "type": "object", "required": ["credential_type", "status", "verified_at", "digital_identity"], "properties": { "credential_type": { "description": "The credential type.", "type": "string", "const": "digital_identity" }, "status": { "description": "The user verified the request.", "type": "string", "enum": ["verified"] }, "verified_at": { "description": "Time at which the user verified the request.", "$ref": "#/$defs/Timestamp" }, "digital_identity": { "description": "The verified identity. Later versions can add properties.", "type": "object", "required": ["full_name", "source"], "properties": { "full_name": { "description": "Name of the user.", "type": "string" }, "source": { "$ref": "#/$defs/IdentitySource" } } } } };
function validate314(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.credential_type === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "credential_type" }, message: "must have required property 'credential_type'", schema: schema117.required, parentSchema: schema117, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.status === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'", schema: schema117.required, parentSchema: schema117, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.verified_at === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "verified_at" }, message: "must have required property 'verified_at'", schema: schema117.required, parentSchema: schema117, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.digital_identity === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "digital_identity" }, message: "must have required property 'digital_identity'", schema: schema117.required, parentSchema: schema117, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.credential_type !== void 0) {
      let data0 = data.credential_type;
      if (typeof data0 !== "string") {
        const err4 = { instancePath: instancePath + "/credential_type", schemaPath: "#/properties/credential_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema117.properties.credential_type.type, parentSchema: schema117.properties.credential_type, data: data0 };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
      if ("digital_identity" !== data0) {
        const err5 = { instancePath: instancePath + "/credential_type", schemaPath: "#/properties/credential_type/const", keyword: "const", params: { allowedValue: "digital_identity" }, message: "must be equal to constant", schema: "digital_identity", parentSchema: schema117.properties.credential_type, data: data0 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data.status !== void 0) {
      let data1 = data.status;
      if (typeof data1 !== "string") {
        const err6 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema117.properties.status.type, parentSchema: schema117.properties.status, data: data1 };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
      if (!(data1 === "verified")) {
        const err7 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/enum", keyword: "enum", params: { allowedValues: schema117.properties.status.enum }, message: "must be equal to one of the allowed values", schema: schema117.properties.status.enum, parentSchema: schema117.properties.status, data: data1 };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    if (data.verified_at !== void 0) {
      if (!validate306.call(this, data.verified_at, { instancePath: instancePath + "/verified_at", parentData: data, parentDataProperty: "verified_at", rootData })) {
        vErrors = vErrors === null ? validate306.errors : mergeErrors(vErrors, validate306.errors);
        errors = vErrors.length;
      }
    }
    if (data.digital_identity !== void 0) {
      let data3 = data.digital_identity;
      if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
        if (data3.full_name === void 0) {
          const err8 = { instancePath: instancePath + "/digital_identity", schemaPath: "#/properties/digital_identity/required", keyword: "required", params: { missingProperty: "full_name" }, message: "must have required property 'full_name'", schema: schema117.properties.digital_identity.required, parentSchema: schema117.properties.digital_identity, data: data3 };
          if (vErrors === null) {
            vErrors = [err8];
          } else {
            vErrors.push(err8);
          }
          errors++;
        }
        if (data3.source === void 0) {
          const err9 = { instancePath: instancePath + "/digital_identity", schemaPath: "#/properties/digital_identity/required", keyword: "required", params: { missingProperty: "source" }, message: "must have required property 'source'", schema: schema117.properties.digital_identity.required, parentSchema: schema117.properties.digital_identity, data: data3 };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
        if (data3.full_name !== void 0) {
          let data4 = data3.full_name;
          if (typeof data4 !== "string") {
            const err10 = { instancePath: instancePath + "/digital_identity/full_name", schemaPath: "#/properties/digital_identity/properties/full_name/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema117.properties.digital_identity.properties.full_name.type, parentSchema: schema117.properties.digital_identity.properties.full_name, data: data4 };
            if (vErrors === null) {
              vErrors = [err10];
            } else {
              vErrors.push(err10);
            }
            errors++;
          }
        }
        if (data3.source !== void 0) {
          if (!validate310.call(this, data3.source, { instancePath: instancePath + "/digital_identity/source", parentData: data3, parentDataProperty: "source", rootData })) {
            vErrors = vErrors === null ? validate310.errors : mergeErrors(vErrors, validate310.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err11 = { instancePath: instancePath + "/digital_identity", schemaPath: "#/properties/digital_identity/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema117.properties.digital_identity.type, parentSchema: schema117.properties.digital_identity, data: data3 };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
  } else {
    const err12 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema117.type, parentSchema: schema117, data };
    if (vErrors === null) {
      vErrors = [err12];
    } else {
      vErrors.push(err12);
    }
    errors++;
  }
  validate314.errors = vErrors;
  return errors === 0;
}
var schema118 = { "description": "The user has not decided yet.", "type": "object", "required": ["credential_type", "status"], "properties": { "credential_type": { "description": "The credential type.", "type": "string", "const": "digital_identity" }, "status": { "description": "The user has not decided yet.", "type": "string", "enum": ["incomplete"] } } };
function validate317(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.credential_type === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "credential_type" }, message: "must have required property 'credential_type'", schema: schema118.required, parentSchema: schema118, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.status === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'", schema: schema118.required, parentSchema: schema118, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.credential_type !== void 0) {
      let data0 = data.credential_type;
      if (typeof data0 !== "string") {
        const err2 = { instancePath: instancePath + "/credential_type", schemaPath: "#/properties/credential_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema118.properties.credential_type.type, parentSchema: schema118.properties.credential_type, data: data0 };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
      if ("digital_identity" !== data0) {
        const err3 = { instancePath: instancePath + "/credential_type", schemaPath: "#/properties/credential_type/const", keyword: "const", params: { allowedValue: "digital_identity" }, message: "must be equal to constant", schema: "digital_identity", parentSchema: schema118.properties.credential_type, data: data0 };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.status !== void 0) {
      let data1 = data.status;
      if (typeof data1 !== "string") {
        const err4 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema118.properties.status.type, parentSchema: schema118.properties.status, data: data1 };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
      if (!(data1 === "incomplete")) {
        const err5 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/enum", keyword: "enum", params: { allowedValues: schema118.properties.status.enum }, message: "must be equal to one of the allowed values", schema: schema118.properties.status.enum, parentSchema: schema118.properties.status, data: data1 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
  } else {
    const err6 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema118.type, parentSchema: schema118, data };
    if (vErrors === null) {
      vErrors = [err6];
    } else {
      vErrors.push(err6);
    }
    errors++;
  }
  validate317.errors = vErrors;
  return errors === 0;
}
var schema119 = { "description": "The user or the partner canceled the request, or 48 hours have passed.", "type": "object", "required": ["credential_type", "status"], "properties": { "credential_type": { "description": "The credential type.", "type": "string", "const": "digital_identity" }, "status": { "description": "The user or the partner canceled the request, or 48 hours have passed.", "type": "string", "enum": ["canceled"] } } };
function validate318(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.credential_type === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "credential_type" }, message: "must have required property 'credential_type'", schema: schema119.required, parentSchema: schema119, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.status === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'", schema: schema119.required, parentSchema: schema119, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.credential_type !== void 0) {
      let data0 = data.credential_type;
      if (typeof data0 !== "string") {
        const err2 = { instancePath: instancePath + "/credential_type", schemaPath: "#/properties/credential_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema119.properties.credential_type.type, parentSchema: schema119.properties.credential_type, data: data0 };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
      if ("digital_identity" !== data0) {
        const err3 = { instancePath: instancePath + "/credential_type", schemaPath: "#/properties/credential_type/const", keyword: "const", params: { allowedValue: "digital_identity" }, message: "must be equal to constant", schema: "digital_identity", parentSchema: schema119.properties.credential_type, data: data0 };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.status !== void 0) {
      let data1 = data.status;
      if (typeof data1 !== "string") {
        const err4 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema119.properties.status.type, parentSchema: schema119.properties.status, data: data1 };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
      if (!(data1 === "canceled")) {
        const err5 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/enum", keyword: "enum", params: { allowedValues: schema119.properties.status.enum }, message: "must be equal to one of the allowed values", schema: schema119.properties.status.enum, parentSchema: schema119.properties.status, data: data1 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
  } else {
    const err6 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema119.type, parentSchema: schema119, data };
    if (vErrors === null) {
      vErrors = [err6];
    } else {
      vErrors.push(err6);
    }
    errors++;
  }
  validate318.errors = vErrors;
  return errors === 0;
}
function validate308(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs2 = errors;
  let valid0 = true;
  const _errs3 = errors;
  if (errors === _errs3) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.status === void 0 && (missing0 = "status")) {
        const err0 = {};
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      } else {
        if (data.status !== void 0) {
          let data0 = data.status;
          if (typeof data0 !== "string") {
            const err1 = {};
            if (vErrors === null) {
              vErrors = [err1];
            } else {
              vErrors.push(err1);
            }
            errors++;
          }
          if (!(data0 === "verified" || data0 === "incomplete" || data0 === "canceled")) {
            const err2 = {};
            if (vErrors === null) {
              vErrors = [err2];
            } else {
              vErrors.push(err2);
            }
            errors++;
          }
        }
      }
    } else {
      const err3 = {};
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
  }
  var _valid0 = _errs3 === errors;
  errors = _errs2;
  if (vErrors !== null) {
    if (_errs2) {
      vErrors.length = _errs2;
    } else {
      vErrors = null;
    }
  }
  if (!_valid0) {
    const _errs7 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.credential_type === void 0) {
        const err4 = { instancePath, schemaPath: "#/else/required", keyword: "required", params: { missingProperty: "credential_type" }, message: "must have required property 'credential_type'", schema: schema115.else.required, parentSchema: schema115.else, data };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
      if (data.status === void 0) {
        const err5 = { instancePath, schemaPath: "#/else/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'", schema: schema115.else.required, parentSchema: schema115.else, data };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
      if (data.credential_type !== void 0) {
        let data1 = data.credential_type;
        if (typeof data1 !== "string") {
          const err6 = { instancePath: instancePath + "/credential_type", schemaPath: "#/else/properties/credential_type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema115.else.properties.credential_type.type, parentSchema: schema115.else.properties.credential_type, data: data1 };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
        if ("digital_identity" !== data1) {
          const err7 = { instancePath: instancePath + "/credential_type", schemaPath: "#/else/properties/credential_type/const", keyword: "const", params: { allowedValue: "digital_identity" }, message: "must be equal to constant", schema: "digital_identity", parentSchema: schema115.else.properties.credential_type, data: data1 };
          if (vErrors === null) {
            vErrors = [err7];
          } else {
            vErrors.push(err7);
          }
          errors++;
        }
      }
      if (data.status !== void 0) {
        let data2 = data.status;
        if (typeof data2 !== "string") {
          const err8 = { instancePath: instancePath + "/status", schemaPath: "#/else/properties/status/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema115.else.properties.status.type, parentSchema: schema115.else.properties.status, data: data2 };
          if (vErrors === null) {
            vErrors = [err8];
          } else {
            vErrors.push(err8);
          }
          errors++;
        }
        if (!(data2 === "verified" || data2 === "incomplete" || data2 === "canceled")) {
          const err9 = { instancePath: instancePath + "/status", schemaPath: "#/else/properties/status/enum", keyword: "enum", params: { allowedValues: schema115.else.properties.status.enum }, message: "must be equal to one of the allowed values", schema: schema115.else.properties.status.enum, parentSchema: schema115.else.properties.status, data: data2 };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
      }
      if (data.verified_at !== void 0) {
        if (!validate306.call(this, data.verified_at, { instancePath: instancePath + "/verified_at", parentData: data, parentDataProperty: "verified_at", rootData })) {
          vErrors = vErrors === null ? validate306.errors : mergeErrors(vErrors, validate306.errors);
          errors = vErrors.length;
        }
      }
      if (data.digital_identity !== void 0) {
        let data4 = data.digital_identity;
        if (data4 && typeof data4 == "object" && !Array.isArray(data4)) {
          if (data4.full_name === void 0) {
            const err10 = { instancePath: instancePath + "/digital_identity", schemaPath: "#/else/properties/digital_identity/required", keyword: "required", params: { missingProperty: "full_name" }, message: "must have required property 'full_name'", schema: schema115.else.properties.digital_identity.required, parentSchema: schema115.else.properties.digital_identity, data: data4 };
            if (vErrors === null) {
              vErrors = [err10];
            } else {
              vErrors.push(err10);
            }
            errors++;
          }
          if (data4.source === void 0) {
            const err11 = { instancePath: instancePath + "/digital_identity", schemaPath: "#/else/properties/digital_identity/required", keyword: "required", params: { missingProperty: "source" }, message: "must have required property 'source'", schema: schema115.else.properties.digital_identity.required, parentSchema: schema115.else.properties.digital_identity, data: data4 };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
          if (data4.full_name !== void 0) {
            let data5 = data4.full_name;
            if (typeof data5 !== "string") {
              const err12 = { instancePath: instancePath + "/digital_identity/full_name", schemaPath: "#/else/properties/digital_identity/properties/full_name/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema115.else.properties.digital_identity.properties.full_name.type, parentSchema: schema115.else.properties.digital_identity.properties.full_name, data: data5 };
              if (vErrors === null) {
                vErrors = [err12];
              } else {
                vErrors.push(err12);
              }
              errors++;
            }
          }
          if (data4.source !== void 0) {
            if (!validate310.call(this, data4.source, { instancePath: instancePath + "/digital_identity/source", parentData: data4, parentDataProperty: "source", rootData })) {
              vErrors = vErrors === null ? validate310.errors : mergeErrors(vErrors, validate310.errors);
              errors = vErrors.length;
            }
          }
        } else {
          const err13 = { instancePath: instancePath + "/digital_identity", schemaPath: "#/else/properties/digital_identity/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema115.else.properties.digital_identity.type, parentSchema: schema115.else.properties.digital_identity, data: data4 };
          if (vErrors === null) {
            vErrors = [err13];
          } else {
            vErrors.push(err13);
          }
          errors++;
        }
      }
    } else {
      const err14 = { instancePath, schemaPath: "#/else/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema115.else.type, parentSchema: schema115.else, data };
      if (vErrors === null) {
        vErrors = [err14];
      } else {
        vErrors.push(err14);
      }
      errors++;
    }
    var _valid0 = _errs7 === errors;
    valid0 = _valid0;
  }
  if (!valid0) {
    const err15 = { instancePath, schemaPath: "#/if", keyword: "if", params: { failingKeyword: "else" }, message: 'must match "else" schema', schema: schema115.if, parentSchema: schema115, data };
    if (vErrors === null) {
      vErrors = [err15];
    } else {
      vErrors.push(err15);
    }
    errors++;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    const tag0 = data.status;
    if (typeof tag0 == "string") {
      if (tag0 === "verified") {
        if (!validate314.call(this, data, { instancePath, parentData, parentDataProperty, rootData })) {
          vErrors = vErrors === null ? validate314.errors : mergeErrors(vErrors, validate314.errors);
          errors = vErrors.length;
        }
      } else if (tag0 === "incomplete") {
        if (!validate317.call(this, data, { instancePath, parentData, parentDataProperty, rootData })) {
          vErrors = vErrors === null ? validate317.errors : mergeErrors(vErrors, validate317.errors);
          errors = vErrors.length;
        }
      } else if (tag0 === "canceled") {
        if (!validate318.call(this, data, { instancePath, parentData, parentDataProperty, rootData })) {
          vErrors = vErrors === null ? validate318.errors : mergeErrors(vErrors, validate318.errors);
          errors = vErrors.length;
        }
      } else {
        const err16 = { instancePath, schemaPath: "#/discriminator", keyword: "discriminator", params: { error: "mapping", tag: "status", tagValue: tag0 }, message: 'value of tag "status" must be in oneOf', schema: schema115.discriminator, parentSchema: schema115, data };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
    } else {
      const err17 = { instancePath, schemaPath: "#/discriminator", keyword: "discriminator", params: { error: "tag", tag: "status", tagValue: tag0 }, message: 'tag "status" must be string', schema: schema115.discriminator, parentSchema: schema115, data };
      if (vErrors === null) {
        vErrors = [err17];
      } else {
        vErrors.push(err17);
      }
      errors++;
    }
  } else {
    const err18 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema115.type, parentSchema: schema115, data };
    if (vErrors === null) {
      vErrors = [err18];
    } else {
      vErrors.push(err18);
    }
    errors++;
  }
  validate308.errors = vErrors;
  return errors === 0;
}
function validate305(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.request_id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "request_id" }, message: "must have required property 'request_id'", schema: schema113.required, parentSchema: schema113, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.created_at === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "created_at" }, message: "must have required property 'created_at'", schema: schema113.required, parentSchema: schema113, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.results === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "results" }, message: "must have required property 'results'", schema: schema113.required, parentSchema: schema113, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.request_id !== void 0) {
      let data0 = data.request_id;
      if (typeof data0 !== "string") {
        const err3 = { instancePath: instancePath + "/request_id", schemaPath: "#/properties/request_id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema113.properties.request_id.type, parentSchema: schema113.properties.request_id, data: data0 };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.created_at !== void 0) {
      if (!validate306.call(this, data.created_at, { instancePath: instancePath + "/created_at", parentData: data, parentDataProperty: "created_at", rootData })) {
        vErrors = vErrors === null ? validate306.errors : mergeErrors(vErrors, validate306.errors);
        errors = vErrors.length;
      }
    }
    if (data.results !== void 0) {
      let data2 = data.results;
      if (Array.isArray(data2)) {
        if (data2.length > 1) {
          const err4 = { instancePath: instancePath + "/results", schemaPath: "#/properties/results/maxItems", keyword: "maxItems", params: { limit: 1 }, message: "must NOT have more than 1 items", schema: 1, parentSchema: schema113.properties.results, data: data2 };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (data2.length < 1) {
          const err5 = { instancePath: instancePath + "/results", schemaPath: "#/properties/results/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items", schema: 1, parentSchema: schema113.properties.results, data: data2 };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
        const len0 = data2.length;
        for (let i0 = 0; i0 < len0 && errors < 2e3; i0++) {
          if (!validate308.call(this, data2[i0], { instancePath: instancePath + "/results/" + i0, parentData: data2, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate308.errors : mergeErrors(vErrors, validate308.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err6 = { instancePath: instancePath + "/results", schemaPath: "#/properties/results/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema113.properties.results.type, parentSchema: schema113.properties.results, data: data2 };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
  } else {
    const err7 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema113.type, parentSchema: schema113, data };
    if (vErrors === null) {
      vErrors = [err7];
    } else {
      vErrors.push(err7);
    }
    errors++;
  }
  validate305.errors = vErrors;
  return errors === 0;
}
var getVerificationRequest_200_headers = validate323;
var schema120 = { "type": "object", "required": ["x-request-id", "cache-control"], "properties": { "x-request-id": { "type": "string", "format": "uuid" }, "cache-control": { "type": "string", "const": "no-store" }, "ratelimit": { "type": "string", "pattern": '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, "ratelimit-policy": { "type": "string", "pattern": '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' } } };
function validate323(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data["x-request-id"] === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "x-request-id" }, message: "must have required property 'x-request-id'", schema: schema120.required, parentSchema: schema120, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data["cache-control"] === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "cache-control" }, message: "must have required property 'cache-control'", schema: schema120.required, parentSchema: schema120, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data["x-request-id"] !== void 0) {
      let data0 = data["x-request-id"];
      if (typeof data0 === "string") {
        if (!formats2.test(data0)) {
          const err2 = { instancePath: instancePath + "/x-request-id", schemaPath: "#/properties/x-request-id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"', schema: "uuid", parentSchema: schema120.properties["x-request-id"], data: data0 };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      } else {
        const err3 = { instancePath: instancePath + "/x-request-id", schemaPath: "#/properties/x-request-id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema120.properties["x-request-id"].type, parentSchema: schema120.properties["x-request-id"], data: data0 };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data["cache-control"] !== void 0) {
      let data1 = data["cache-control"];
      if (typeof data1 !== "string") {
        const err4 = { instancePath: instancePath + "/cache-control", schemaPath: "#/properties/cache-control/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema120.properties["cache-control"].type, parentSchema: schema120.properties["cache-control"], data: data1 };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
      if ("no-store" !== data1) {
        const err5 = { instancePath: instancePath + "/cache-control", schemaPath: "#/properties/cache-control/const", keyword: "const", params: { allowedValue: "no-store" }, message: "must be equal to constant", schema: "no-store", parentSchema: schema120.properties["cache-control"], data: data1 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data.ratelimit !== void 0) {
      let data2 = data.ratelimit;
      if (typeof data2 === "string") {
        if (!pattern12.test(data2)) {
          const err6 = { instancePath: instancePath + "/ratelimit", schemaPath: "#/properties/ratelimit/pattern", keyword: "pattern", params: { pattern: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, message: 'must match pattern "^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$"', schema: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$', parentSchema: schema120.properties.ratelimit, data: data2 };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
      } else {
        const err7 = { instancePath: instancePath + "/ratelimit", schemaPath: "#/properties/ratelimit/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema120.properties.ratelimit.type, parentSchema: schema120.properties.ratelimit, data: data2 };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    if (data["ratelimit-policy"] !== void 0) {
      let data3 = data["ratelimit-policy"];
      if (typeof data3 === "string") {
        if (!pattern12.test(data3)) {
          const err8 = { instancePath: instancePath + "/ratelimit-policy", schemaPath: "#/properties/ratelimit-policy/pattern", keyword: "pattern", params: { pattern: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, message: 'must match pattern "^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$"', schema: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$', parentSchema: schema120.properties["ratelimit-policy"], data: data3 };
          if (vErrors === null) {
            vErrors = [err8];
          } else {
            vErrors.push(err8);
          }
          errors++;
        }
      } else {
        const err9 = { instancePath: instancePath + "/ratelimit-policy", schemaPath: "#/properties/ratelimit-policy/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema120.properties["ratelimit-policy"].type, parentSchema: schema120.properties["ratelimit-policy"], data: data3 };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
  } else {
    const err10 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema120.type, parentSchema: schema120, data };
    if (vErrors === null) {
      vErrors = [err10];
    } else {
      vErrors.push(err10);
    }
    errors++;
  }
  validate323.errors = vErrors;
  return errors === 0;
}
var listVerificationRequests_query = validate324;
var schema121 = { "type": "object", "required": ["request_id[]"], "properties": { "request_id[]": { "type": "array", "minItems": 1, "maxItems": 30, "x-message": "must be sent as request_id[], once for each identifier", "items": { "$ref": "#/$defs/Identifier" } } } };
function validate324(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data["request_id[]"] === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "request_id[]" }, message: "must have required property 'request_id[]'", schema: schema121.required, parentSchema: schema121, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data["request_id[]"] !== void 0) {
      let data0 = data["request_id[]"];
      if (Array.isArray(data0)) {
        if (data0.length > 30) {
          const err1 = { instancePath: instancePath + "/request_id[]", schemaPath: "#/properties/request_id%5B%5D/maxItems", keyword: "maxItems", params: { limit: 30 }, message: "must NOT have more than 30 items", schema: 30, parentSchema: schema121.properties["request_id[]"], data: data0 };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.length < 1) {
          const err2 = { instancePath: instancePath + "/request_id[]", schemaPath: "#/properties/request_id%5B%5D/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items", schema: 1, parentSchema: schema121.properties["request_id[]"], data: data0 };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        const len0 = data0.length;
        for (let i0 = 0; i0 < len0 && errors < 2e3; i0++) {
          if (!validate60.call(this, data0[i0], { instancePath: instancePath + "/request_id[]/" + i0, parentData: data0, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate60.errors : mergeErrors(vErrors, validate60.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err3 = { instancePath: instancePath + "/request_id[]", schemaPath: "#/properties/request_id%5B%5D/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema121.properties["request_id[]"].type, parentSchema: schema121.properties["request_id[]"], data: data0 };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
  } else {
    const err4 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema121.type, parentSchema: schema121, data };
    if (vErrors === null) {
      vErrors = [err4];
    } else {
      vErrors.push(err4);
    }
    errors++;
  }
  validate324.errors = vErrors;
  return errors === 0;
}
var listVerificationRequests_200 = validate326;
var schema122 = { "description": "The results of several verification requests.", "type": "object", "required": ["requests"], "properties": { "requests": { "description": "The results, in the order of the query. The list omits ids that do not exist for this partner.", "type": "array", "maxItems": 30, "items": { "$ref": "#/$defs/VerificationResult" } } } };
function validate327(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.request_id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "request_id" }, message: "must have required property 'request_id'", schema: schema113.required, parentSchema: schema113, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.created_at === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "created_at" }, message: "must have required property 'created_at'", schema: schema113.required, parentSchema: schema113, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.results === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "results" }, message: "must have required property 'results'", schema: schema113.required, parentSchema: schema113, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.request_id !== void 0) {
      let data0 = data.request_id;
      if (typeof data0 !== "string") {
        const err3 = { instancePath: instancePath + "/request_id", schemaPath: "#/properties/request_id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema113.properties.request_id.type, parentSchema: schema113.properties.request_id, data: data0 };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.created_at !== void 0) {
      if (!validate306.call(this, data.created_at, { instancePath: instancePath + "/created_at", parentData: data, parentDataProperty: "created_at", rootData })) {
        vErrors = vErrors === null ? validate306.errors : mergeErrors(vErrors, validate306.errors);
        errors = vErrors.length;
      }
    }
    if (data.results !== void 0) {
      let data2 = data.results;
      if (Array.isArray(data2)) {
        if (data2.length > 1) {
          const err4 = { instancePath: instancePath + "/results", schemaPath: "#/properties/results/maxItems", keyword: "maxItems", params: { limit: 1 }, message: "must NOT have more than 1 items", schema: 1, parentSchema: schema113.properties.results, data: data2 };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (data2.length < 1) {
          const err5 = { instancePath: instancePath + "/results", schemaPath: "#/properties/results/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items", schema: 1, parentSchema: schema113.properties.results, data: data2 };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
        const len0 = data2.length;
        for (let i0 = 0; i0 < len0 && errors < 2e3; i0++) {
          if (!validate308.call(this, data2[i0], { instancePath: instancePath + "/results/" + i0, parentData: data2, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate308.errors : mergeErrors(vErrors, validate308.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err6 = { instancePath: instancePath + "/results", schemaPath: "#/properties/results/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema113.properties.results.type, parentSchema: schema113.properties.results, data: data2 };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
  } else {
    const err7 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema113.type, parentSchema: schema113, data };
    if (vErrors === null) {
      vErrors = [err7];
    } else {
      vErrors.push(err7);
    }
    errors++;
  }
  validate327.errors = vErrors;
  return errors === 0;
}
function validate326(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.requests === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "requests" }, message: "must have required property 'requests'", schema: schema122.required, parentSchema: schema122, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.requests !== void 0) {
      let data0 = data.requests;
      if (Array.isArray(data0)) {
        if (data0.length > 30) {
          const err1 = { instancePath: instancePath + "/requests", schemaPath: "#/properties/requests/maxItems", keyword: "maxItems", params: { limit: 30 }, message: "must NOT have more than 30 items", schema: 30, parentSchema: schema122.properties.requests, data: data0 };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        const len0 = data0.length;
        for (let i0 = 0; i0 < len0 && errors < 2e3; i0++) {
          if (!validate327.call(this, data0[i0], { instancePath: instancePath + "/requests/" + i0, parentData: data0, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate327.errors : mergeErrors(vErrors, validate327.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err2 = { instancePath: instancePath + "/requests", schemaPath: "#/properties/requests/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema122.properties.requests.type, parentSchema: schema122.properties.requests, data: data0 };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
  } else {
    const err3 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema122.type, parentSchema: schema122, data };
    if (vErrors === null) {
      vErrors = [err3];
    } else {
      vErrors.push(err3);
    }
    errors++;
  }
  validate326.errors = vErrors;
  return errors === 0;
}
var createWebhookBody = validate331;
var schema124 = { "description": "The webhook properties that the partner sets.", "type": "object", "additionalProperties": false, "required": ["url"], "properties": { "name": { "description": "A name that your team recognises.", "$ref": "#/$defs/NullableName" }, "description": { "description": "The purpose of the webhook.", "$ref": "#/$defs/NullableText" }, "url": { "$ref": "#/$defs/WebhookUrl" }, "event_types": { "description": "The types of the events that the webhook gets. Default: `verification`.", "type": "array", "minItems": 1, "uniqueItems": true, "items": { "$ref": "#/$defs/WebhookEventType" }, "default": ["verification"] } } };
var schema125 = { "description": "A name on a single line that is not blank, or null.", "type": ["string", "null"], "minLength": 1, "maxLength": 500, "pattern": "^([^\\S\\x00-\\x1F\\x7F-\\x9F]*[^\\s\\x00-\\x1F\\x7F-\\x9F][^\\x00-\\x1F\\x7F-\\x9F]*)?$", "x-well-formed": true, "x-message": "must be one line of text that is not blank, without control characters or unpaired surrogates" };
function validate332(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string" && data !== null) {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: schema125.type }, message: "must be string,null", schema: schema125.type, parentSchema: schema125, data };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  if (typeof data === "string") {
    if (data.length > 500 && func1(data) > 500) {
      const err1 = { instancePath, schemaPath: "#/maxLength", keyword: "maxLength", params: { limit: 500 }, message: "must NOT have more than 500 characters", schema: 500, parentSchema: schema125, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.length < 1) {
      const err2 = { instancePath, schemaPath: "#/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters", schema: 1, parentSchema: schema125, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (!pattern5.test(data)) {
      const err3 = { instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { pattern: "^([^\\S\\x00-\\x1F\\x7F-\\x9F]*[^\\s\\x00-\\x1F\\x7F-\\x9F][^\\x00-\\x1F\\x7F-\\x9F]*)?$" }, message: 'must match pattern "^([^\\S\\x00-\\x1F\\x7F-\\x9F]*[^\\s\\x00-\\x1F\\x7F-\\x9F][^\\x00-\\x1F\\x7F-\\x9F]*)?$"', schema: "^([^\\S\\x00-\\x1F\\x7F-\\x9F]*[^\\s\\x00-\\x1F\\x7F-\\x9F][^\\x00-\\x1F\\x7F-\\x9F]*)?$", parentSchema: schema125, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (!this.wellFormed(data)) {
      const err4 = { instancePath, schemaPath: "#/x-well-formed", keyword: "x-well-formed", params: {}, message: "x-well-formed", schema: true, parentSchema: schema125, data };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
  }
  validate332.errors = vErrors;
  return errors === 0;
}
var schema126 = { "description": "Text that can be empty and can have several lines, or null.", "type": ["string", "null"], "maxLength": 500, "pattern": "^[^\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x9F]*$", "x-well-formed": true, "x-message": "must not contain unpaired surrogates, or control characters other than tab and line breaks" };
function validate334(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string" && data !== null) {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: schema126.type }, message: "must be string,null", schema: schema126.type, parentSchema: schema126, data };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  if (typeof data === "string") {
    if (data.length > 500 && func1(data) > 500) {
      const err1 = { instancePath, schemaPath: "#/maxLength", keyword: "maxLength", params: { limit: 500 }, message: "must NOT have more than 500 characters", schema: 500, parentSchema: schema126, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (!pattern8.test(data)) {
      const err2 = { instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { pattern: "^[^\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x9F]*$" }, message: 'must match pattern "^[^\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x9F]*$"', schema: "^[^\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x9F]*$", parentSchema: schema126, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (!this.wellFormed(data)) {
      const err3 = { instancePath, schemaPath: "#/x-well-formed", keyword: "x-well-formed", params: {}, message: "x-well-formed", schema: true, parentSchema: schema126, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
  }
  validate334.errors = vErrors;
  return errors === 0;
}
var schema127 = { "description": "The URL that receives events. It must be an absolute https URL in ASCII, without user info and without a fragment. The host must not be a private, loopback, link-local, multicast, or other special address, in any notation. The service accepts a host name that resolves to such an address, but each delivery to it fails with `refused_address`. The port must be one of 443, 8443. Outside production, loopback hosts are allowed, over http or https, with any port.", "type": "string", "maxLength": 2048, "format": "uri", "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#@\\\\]+([/?][^#]*)?$", "x-message": "must be an absolute https URL in ASCII (percent-encoded), without user info or a fragment", "x-valid-authority": true, "x-https": true, "x-public-address": true, "x-ports": [443, 8443] };
function validate336(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data === "string") {
    if (data.length > 2048 && func1(data) > 2048) {
      const err0 = { instancePath, schemaPath: "#/maxLength", keyword: "maxLength", params: { limit: 2048 }, message: "must NOT have more than 2048 characters", schema: 2048, parentSchema: schema127, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (!pattern31.test(data)) {
      const err1 = { instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { pattern: "^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#@\\\\]+([/?][^#]*)?$" }, message: 'must match pattern "^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#@\\\\]+([/?][^#]*)?$"', schema: "^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#@\\\\]+([/?][^#]*)?$", parentSchema: schema127, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (!formats12(data)) {
      const err2 = { instancePath, schemaPath: "#/format", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"', schema: "uri", parentSchema: schema127, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (!this.https(data)) {
      const err3 = { instancePath, schemaPath: "#/x-https", keyword: "x-https", params: {}, message: "x-https", schema: true, parentSchema: schema127, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (!this.publicAddress(data)) {
      const err4 = { instancePath, schemaPath: "#/x-public-address", keyword: "x-public-address", params: {}, message: "x-public-address", schema: true, parentSchema: schema127, data };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    if (!this.allowedPort(data, schema127["x-ports"])) {
      const err5 = { instancePath, schemaPath: "#/x-ports", keyword: "x-ports", params: {}, message: "x-ports", schema: schema127["x-ports"], parentSchema: schema127, data };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
    const part0 = this.invalidPart(data);
    if (part0 !== null) {
      const err6 = { instancePath, schemaPath: "#/x-valid-authority", keyword: "x-valid-authority", params: { part: part0 }, message: "x-valid-authority", schema: true, parentSchema: schema127, data };
      if (vErrors === null) {
        vErrors = [err6];
      } else {
        vErrors.push(err6);
      }
      errors++;
    }
  } else {
    const err7 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema127.type, parentSchema: schema127, data };
    if (vErrors === null) {
      vErrors = [err7];
    } else {
      vErrors.push(err7);
    }
    errors++;
  }
  validate336.errors = vErrors;
  return errors === 0;
}
var schema128 = { "description": "`verification`: the status of a verification request changed. `submission`: a submission or batch became `verified` or `canceled`.", "type": "string", "enum": ["verification", "submission"] };
function validate338(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema128.type, parentSchema: schema128, data };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  if (!(data === "verification" || data === "submission")) {
    const err1 = { instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema128.enum }, message: "must be equal to one of the allowed values", schema: schema128.enum, parentSchema: schema128, data };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  validate338.errors = vErrors;
  return errors === 0;
}
function validate331(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.url === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "url" }, message: "must have required property 'url'", schema: schema124.required, parentSchema: schema124, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "name" || key0 === "description" || key0 === "url" || key0 === "event_types")) {
        const err1 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema124, data };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (data.name !== void 0) {
      if (!validate332.call(this, data.name, { instancePath: instancePath + "/name", parentData: data, parentDataProperty: "name", rootData })) {
        vErrors = vErrors === null ? validate332.errors : mergeErrors(vErrors, validate332.errors);
        errors = vErrors.length;
      }
    }
    if (data.description !== void 0) {
      if (!validate334.call(this, data.description, { instancePath: instancePath + "/description", parentData: data, parentDataProperty: "description", rootData })) {
        vErrors = vErrors === null ? validate334.errors : mergeErrors(vErrors, validate334.errors);
        errors = vErrors.length;
      }
    }
    if (data.url !== void 0) {
      if (!validate336.call(this, data.url, { instancePath: instancePath + "/url", parentData: data, parentDataProperty: "url", rootData })) {
        vErrors = vErrors === null ? validate336.errors : mergeErrors(vErrors, validate336.errors);
        errors = vErrors.length;
      }
    }
    if (data.event_types !== void 0) {
      let data3 = data.event_types;
      if (Array.isArray(data3)) {
        if (data3.length < 1) {
          const err2 = { instancePath: instancePath + "/event_types", schemaPath: "#/properties/event_types/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items", schema: 1, parentSchema: schema124.properties.event_types, data: data3 };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        const len0 = data3.length;
        for (let i0 = 0; i0 < len0 && errors < 2e3; i0++) {
          if (!validate338.call(this, data3[i0], { instancePath: instancePath + "/event_types/" + i0, parentData: data3, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate338.errors : mergeErrors(vErrors, validate338.errors);
            errors = vErrors.length;
          }
        }
        let i1 = data3.length;
        let j0;
        if (i1 > 1) {
          outer0:
            for (; i1--; ) {
              for (j0 = i1; j0--; ) {
                if (func0(data3[i1], data3[j0])) {
                  const err3 = { instancePath: instancePath + "/event_types", schemaPath: "#/properties/event_types/uniqueItems", keyword: "uniqueItems", params: { i: i1, j: j0 }, message: "must NOT have duplicate items (items ## " + j0 + " and " + i1 + " are identical)", schema: true, parentSchema: schema124.properties.event_types, data: data3 };
                  if (vErrors === null) {
                    vErrors = [err3];
                  } else {
                    vErrors.push(err3);
                  }
                  errors++;
                  break outer0;
                }
              }
            }
        }
      } else {
        const err4 = { instancePath: instancePath + "/event_types", schemaPath: "#/properties/event_types/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema124.properties.event_types.type, parentSchema: schema124.properties.event_types, data: data3 };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
  } else {
    const err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema124.type, parentSchema: schema124, data };
    if (vErrors === null) {
      vErrors = [err5];
    } else {
      vErrors.push(err5);
    }
    errors++;
  }
  validate331.errors = vErrors;
  return errors === 0;
}
var createWebhook_201 = validate340;
var schema129 = { "description": "A webhook with its secret in two forms. No other response contains the secret.", "allOf": [{ "$ref": "#/$defs/Webhook" }, { "type": "object", "required": ["secret", "standard_webhooks_secret"], "properties": { "secret": { "description": "The shared key that signs deliveries: 64 characters of `0-9` and `a-f`. The ASCII bytes of these characters are the HMAC key. Store the secret safely: the service does not return it again.", "type": "string", "pattern": "^[0-9a-f]{64}$" }, "standard_webhooks_secret": { "description": "The same key for the libraries of Standard Webhooks and Svix: `whsec_` followed by the base64 form of the characters of `secret`. Do not pass `secret` to these libraries: they would decode it as base64, and no signature would match.", "type": "string", "pattern": "^whsec_[A-Za-z0-9+/]{86}==$", "x-value": "whsec_{base64 $response.body#/secret}" } } }] };
var schema130 = { "description": "A webhook, without its secret.", "type": "object", "required": ["id", "name", "description", "url", "event_types", "created_at", "previous_secret_ends_at"], "properties": { "id": { "description": "The identifier of the webhook.", "type": "string", "format": "uuid" }, "name": { "description": "The name of the webhook, or null.", "type": ["string", "null"] }, "description": { "description": "The description of the webhook, or null.", "type": ["string", "null"] }, "url": { "description": "The URL that receives events.", "type": "string", "format": "uri" }, "event_types": { "description": "The types of the events that the webhook gets.", "type": "array", "items": { "$ref": "#/$defs/WebhookEventType" } }, "created_at": { "description": "Time at which the webhook was created.", "$ref": "#/$defs/Timestamp" }, "previous_secret_ends_at": { "description": "Time at which the service stops signing with the previous secret. Null if there is no previous secret.", "$ref": "#/$defs/NullableTimestamp" } } };
function validate341(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'", schema: schema130.required, parentSchema: schema130, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.name === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'", schema: schema130.required, parentSchema: schema130, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.description === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "description" }, message: "must have required property 'description'", schema: schema130.required, parentSchema: schema130, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.url === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "url" }, message: "must have required property 'url'", schema: schema130.required, parentSchema: schema130, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.event_types === void 0) {
      const err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "event_types" }, message: "must have required property 'event_types'", schema: schema130.required, parentSchema: schema130, data };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    if (data.created_at === void 0) {
      const err5 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "created_at" }, message: "must have required property 'created_at'", schema: schema130.required, parentSchema: schema130, data };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
    if (data.previous_secret_ends_at === void 0) {
      const err6 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "previous_secret_ends_at" }, message: "must have required property 'previous_secret_ends_at'", schema: schema130.required, parentSchema: schema130, data };
      if (vErrors === null) {
        vErrors = [err6];
      } else {
        vErrors.push(err6);
      }
      errors++;
    }
    if (data.id !== void 0) {
      let data0 = data.id;
      if (typeof data0 === "string") {
        if (!formats2.test(data0)) {
          const err7 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"', schema: "uuid", parentSchema: schema130.properties.id, data: data0 };
          if (vErrors === null) {
            vErrors = [err7];
          } else {
            vErrors.push(err7);
          }
          errors++;
        }
      } else {
        const err8 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema130.properties.id.type, parentSchema: schema130.properties.id, data: data0 };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.name !== void 0) {
      let data1 = data.name;
      if (typeof data1 !== "string" && data1 !== null) {
        const err9 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: schema130.properties.name.type }, message: "must be string,null", schema: schema130.properties.name.type, parentSchema: schema130.properties.name, data: data1 };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
    if (data.description !== void 0) {
      let data2 = data.description;
      if (typeof data2 !== "string" && data2 !== null) {
        const err10 = { instancePath: instancePath + "/description", schemaPath: "#/properties/description/type", keyword: "type", params: { type: schema130.properties.description.type }, message: "must be string,null", schema: schema130.properties.description.type, parentSchema: schema130.properties.description, data: data2 };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    if (data.url !== void 0) {
      let data3 = data.url;
      if (typeof data3 === "string") {
        if (!formats12(data3)) {
          const err11 = { instancePath: instancePath + "/url", schemaPath: "#/properties/url/format", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"', schema: "uri", parentSchema: schema130.properties.url, data: data3 };
          if (vErrors === null) {
            vErrors = [err11];
          } else {
            vErrors.push(err11);
          }
          errors++;
        }
      } else {
        const err12 = { instancePath: instancePath + "/url", schemaPath: "#/properties/url/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema130.properties.url.type, parentSchema: schema130.properties.url, data: data3 };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.event_types !== void 0) {
      let data4 = data.event_types;
      if (Array.isArray(data4)) {
        const len0 = data4.length;
        for (let i0 = 0; i0 < len0 && errors < 2e3; i0++) {
          if (!validate338.call(this, data4[i0], { instancePath: instancePath + "/event_types/" + i0, parentData: data4, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate338.errors : mergeErrors(vErrors, validate338.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err13 = { instancePath: instancePath + "/event_types", schemaPath: "#/properties/event_types/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema130.properties.event_types.type, parentSchema: schema130.properties.event_types, data: data4 };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.created_at !== void 0) {
      if (!validate306.call(this, data.created_at, { instancePath: instancePath + "/created_at", parentData: data, parentDataProperty: "created_at", rootData })) {
        vErrors = vErrors === null ? validate306.errors : mergeErrors(vErrors, validate306.errors);
        errors = vErrors.length;
      }
    }
    if (data.previous_secret_ends_at !== void 0) {
      if (!validate275.call(this, data.previous_secret_ends_at, { instancePath: instancePath + "/previous_secret_ends_at", parentData: data, parentDataProperty: "previous_secret_ends_at", rootData })) {
        vErrors = vErrors === null ? validate275.errors : mergeErrors(vErrors, validate275.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err14 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema130.type, parentSchema: schema130, data };
    if (vErrors === null) {
      vErrors = [err14];
    } else {
      vErrors.push(err14);
    }
    errors++;
  }
  validate341.errors = vErrors;
  return errors === 0;
}
var pattern46 = new RegExp("^[0-9a-f]{64}$", "u");
var pattern47 = new RegExp("^whsec_[A-Za-z0-9+/]{86}==$", "u");
function validate340(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!validate341.call(this, data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate341.errors : mergeErrors(vErrors, validate341.errors);
    errors = vErrors.length;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.secret === void 0) {
      const err0 = { instancePath, schemaPath: "#/allOf/1/required", keyword: "required", params: { missingProperty: "secret" }, message: "must have required property 'secret'", schema: schema129.allOf[1].required, parentSchema: schema129.allOf[1], data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.standard_webhooks_secret === void 0) {
      const err1 = { instancePath, schemaPath: "#/allOf/1/required", keyword: "required", params: { missingProperty: "standard_webhooks_secret" }, message: "must have required property 'standard_webhooks_secret'", schema: schema129.allOf[1].required, parentSchema: schema129.allOf[1], data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.secret !== void 0) {
      let data0 = data.secret;
      if (typeof data0 === "string") {
        if (!pattern46.test(data0)) {
          const err2 = { instancePath: instancePath + "/secret", schemaPath: "#/allOf/1/properties/secret/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{64}$" }, message: 'must match pattern "^[0-9a-f]{64}$"', schema: "^[0-9a-f]{64}$", parentSchema: schema129.allOf[1].properties.secret, data: data0 };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      } else {
        const err3 = { instancePath: instancePath + "/secret", schemaPath: "#/allOf/1/properties/secret/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema129.allOf[1].properties.secret.type, parentSchema: schema129.allOf[1].properties.secret, data: data0 };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.standard_webhooks_secret !== void 0) {
      let data1 = data.standard_webhooks_secret;
      if (typeof data1 === "string") {
        if (!pattern47.test(data1)) {
          const err4 = { instancePath: instancePath + "/standard_webhooks_secret", schemaPath: "#/allOf/1/properties/standard_webhooks_secret/pattern", keyword: "pattern", params: { pattern: "^whsec_[A-Za-z0-9+/]{86}==$" }, message: 'must match pattern "^whsec_[A-Za-z0-9+/]{86}==$"', schema: "^whsec_[A-Za-z0-9+/]{86}==$", parentSchema: schema129.allOf[1].properties.standard_webhooks_secret, data: data1 };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
      } else {
        const err5 = { instancePath: instancePath + "/standard_webhooks_secret", schemaPath: "#/allOf/1/properties/standard_webhooks_secret/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema129.allOf[1].properties.standard_webhooks_secret.type, parentSchema: schema129.allOf[1].properties.standard_webhooks_secret, data: data1 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
  } else {
    const err6 = { instancePath, schemaPath: "#/allOf/1/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema129.allOf[1].type, parentSchema: schema129.allOf[1], data };
    if (vErrors === null) {
      vErrors = [err6];
    } else {
      vErrors.push(err6);
    }
    errors++;
  }
  validate340.errors = vErrors;
  return errors === 0;
}
var createWebhook_201_headers = validate346;
var schema131 = { "type": "object", "required": ["x-request-id", "etag", "location", "cache-control"], "properties": { "x-request-id": { "type": "string", "format": "uuid" }, "etag": { "type": "string", "pattern": '^"[0-9]+"$' }, "location": { "type": "string", "format": "uri", "x-value": "{$server.url}/api/partner/v2/webhooks/{$response.body#/id}" }, "cache-control": { "type": "string", "const": "no-store" }, "ratelimit": { "type": "string", "pattern": '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, "ratelimit-policy": { "type": "string", "pattern": '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' } } };
var pattern48 = new RegExp('^"[0-9]+"$', "u");
function validate346(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data["x-request-id"] === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "x-request-id" }, message: "must have required property 'x-request-id'", schema: schema131.required, parentSchema: schema131, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.etag === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "etag" }, message: "must have required property 'etag'", schema: schema131.required, parentSchema: schema131, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.location === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "location" }, message: "must have required property 'location'", schema: schema131.required, parentSchema: schema131, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data["cache-control"] === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "cache-control" }, message: "must have required property 'cache-control'", schema: schema131.required, parentSchema: schema131, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data["x-request-id"] !== void 0) {
      let data0 = data["x-request-id"];
      if (typeof data0 === "string") {
        if (!formats2.test(data0)) {
          const err4 = { instancePath: instancePath + "/x-request-id", schemaPath: "#/properties/x-request-id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"', schema: "uuid", parentSchema: schema131.properties["x-request-id"], data: data0 };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
      } else {
        const err5 = { instancePath: instancePath + "/x-request-id", schemaPath: "#/properties/x-request-id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema131.properties["x-request-id"].type, parentSchema: schema131.properties["x-request-id"], data: data0 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data.etag !== void 0) {
      let data1 = data.etag;
      if (typeof data1 === "string") {
        if (!pattern48.test(data1)) {
          const err6 = { instancePath: instancePath + "/etag", schemaPath: "#/properties/etag/pattern", keyword: "pattern", params: { pattern: '^"[0-9]+"$' }, message: 'must match pattern "^"[0-9]+"$"', schema: '^"[0-9]+"$', parentSchema: schema131.properties.etag, data: data1 };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
      } else {
        const err7 = { instancePath: instancePath + "/etag", schemaPath: "#/properties/etag/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema131.properties.etag.type, parentSchema: schema131.properties.etag, data: data1 };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    if (data.location !== void 0) {
      let data2 = data.location;
      if (typeof data2 === "string") {
        if (!formats12(data2)) {
          const err8 = { instancePath: instancePath + "/location", schemaPath: "#/properties/location/format", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"', schema: "uri", parentSchema: schema131.properties.location, data: data2 };
          if (vErrors === null) {
            vErrors = [err8];
          } else {
            vErrors.push(err8);
          }
          errors++;
        }
      } else {
        const err9 = { instancePath: instancePath + "/location", schemaPath: "#/properties/location/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema131.properties.location.type, parentSchema: schema131.properties.location, data: data2 };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
    if (data["cache-control"] !== void 0) {
      let data3 = data["cache-control"];
      if (typeof data3 !== "string") {
        const err10 = { instancePath: instancePath + "/cache-control", schemaPath: "#/properties/cache-control/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema131.properties["cache-control"].type, parentSchema: schema131.properties["cache-control"], data: data3 };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
      if ("no-store" !== data3) {
        const err11 = { instancePath: instancePath + "/cache-control", schemaPath: "#/properties/cache-control/const", keyword: "const", params: { allowedValue: "no-store" }, message: "must be equal to constant", schema: "no-store", parentSchema: schema131.properties["cache-control"], data: data3 };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
    if (data.ratelimit !== void 0) {
      let data4 = data.ratelimit;
      if (typeof data4 === "string") {
        if (!pattern12.test(data4)) {
          const err12 = { instancePath: instancePath + "/ratelimit", schemaPath: "#/properties/ratelimit/pattern", keyword: "pattern", params: { pattern: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, message: 'must match pattern "^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$"', schema: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$', parentSchema: schema131.properties.ratelimit, data: data4 };
          if (vErrors === null) {
            vErrors = [err12];
          } else {
            vErrors.push(err12);
          }
          errors++;
        }
      } else {
        const err13 = { instancePath: instancePath + "/ratelimit", schemaPath: "#/properties/ratelimit/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema131.properties.ratelimit.type, parentSchema: schema131.properties.ratelimit, data: data4 };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data["ratelimit-policy"] !== void 0) {
      let data5 = data["ratelimit-policy"];
      if (typeof data5 === "string") {
        if (!pattern12.test(data5)) {
          const err14 = { instancePath: instancePath + "/ratelimit-policy", schemaPath: "#/properties/ratelimit-policy/pattern", keyword: "pattern", params: { pattern: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, message: 'must match pattern "^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$"', schema: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$', parentSchema: schema131.properties["ratelimit-policy"], data: data5 };
          if (vErrors === null) {
            vErrors = [err14];
          } else {
            vErrors.push(err14);
          }
          errors++;
        }
      } else {
        const err15 = { instancePath: instancePath + "/ratelimit-policy", schemaPath: "#/properties/ratelimit-policy/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema131.properties["ratelimit-policy"].type, parentSchema: schema131.properties["ratelimit-policy"], data: data5 };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
    }
  } else {
    const err16 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema131.type, parentSchema: schema131, data };
    if (vErrors === null) {
      vErrors = [err16];
    } else {
      vErrors.push(err16);
    }
    errors++;
  }
  validate346.errors = vErrors;
  return errors === 0;
}
var listWebhooks_200 = validate347;
var schema132 = { "description": "The webhooks of the partner.", "type": "object", "required": ["webhooks"], "properties": { "webhooks": { "description": "All webhooks, without their secrets, oldest first.", "type": "array", "maxItems": 10, "items": { "$ref": "#/$defs/Webhook" } } } };
function validate347(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.webhooks === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "webhooks" }, message: "must have required property 'webhooks'", schema: schema132.required, parentSchema: schema132, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.webhooks !== void 0) {
      let data0 = data.webhooks;
      if (Array.isArray(data0)) {
        if (data0.length > 10) {
          const err1 = { instancePath: instancePath + "/webhooks", schemaPath: "#/properties/webhooks/maxItems", keyword: "maxItems", params: { limit: 10 }, message: "must NOT have more than 10 items", schema: 10, parentSchema: schema132.properties.webhooks, data: data0 };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        const len0 = data0.length;
        for (let i0 = 0; i0 < len0 && errors < 2e3; i0++) {
          if (!validate341.call(this, data0[i0], { instancePath: instancePath + "/webhooks/" + i0, parentData: data0, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate341.errors : mergeErrors(vErrors, validate341.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err2 = { instancePath: instancePath + "/webhooks", schemaPath: "#/properties/webhooks/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema132.properties.webhooks.type, parentSchema: schema132.properties.webhooks, data: data0 };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
  } else {
    const err3 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema132.type, parentSchema: schema132, data };
    if (vErrors === null) {
      vErrors = [err3];
    } else {
      vErrors.push(err3);
    }
    errors++;
  }
  validate347.errors = vErrors;
  return errors === 0;
}
var getWebhook_path = validate349;
var schema133 = { "type": "object", "required": ["id"], "properties": { "id": { "type": "string", "format": "uuid" } } };
function validate349(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'", schema: schema133.required, parentSchema: schema133, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.id !== void 0) {
      let data0 = data.id;
      if (typeof data0 === "string") {
        if (!formats2.test(data0)) {
          const err1 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"', schema: "uuid", parentSchema: schema133.properties.id, data: data0 };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
      } else {
        const err2 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema133.properties.id.type, parentSchema: schema133.properties.id, data: data0 };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
  } else {
    const err3 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema133.type, parentSchema: schema133, data };
    if (vErrors === null) {
      vErrors = [err3];
    } else {
      vErrors.push(err3);
    }
    errors++;
  }
  validate349.errors = vErrors;
  return errors === 0;
}
var getWebhook_200 = validate350;
function validate350(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'", schema: schema130.required, parentSchema: schema130, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.name === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'", schema: schema130.required, parentSchema: schema130, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.description === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "description" }, message: "must have required property 'description'", schema: schema130.required, parentSchema: schema130, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.url === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "url" }, message: "must have required property 'url'", schema: schema130.required, parentSchema: schema130, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.event_types === void 0) {
      const err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "event_types" }, message: "must have required property 'event_types'", schema: schema130.required, parentSchema: schema130, data };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    if (data.created_at === void 0) {
      const err5 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "created_at" }, message: "must have required property 'created_at'", schema: schema130.required, parentSchema: schema130, data };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
    if (data.previous_secret_ends_at === void 0) {
      const err6 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "previous_secret_ends_at" }, message: "must have required property 'previous_secret_ends_at'", schema: schema130.required, parentSchema: schema130, data };
      if (vErrors === null) {
        vErrors = [err6];
      } else {
        vErrors.push(err6);
      }
      errors++;
    }
    if (data.id !== void 0) {
      let data0 = data.id;
      if (typeof data0 === "string") {
        if (!formats2.test(data0)) {
          const err7 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"', schema: "uuid", parentSchema: schema130.properties.id, data: data0 };
          if (vErrors === null) {
            vErrors = [err7];
          } else {
            vErrors.push(err7);
          }
          errors++;
        }
      } else {
        const err8 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema130.properties.id.type, parentSchema: schema130.properties.id, data: data0 };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.name !== void 0) {
      let data1 = data.name;
      if (typeof data1 !== "string" && data1 !== null) {
        const err9 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: schema130.properties.name.type }, message: "must be string,null", schema: schema130.properties.name.type, parentSchema: schema130.properties.name, data: data1 };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
    if (data.description !== void 0) {
      let data2 = data.description;
      if (typeof data2 !== "string" && data2 !== null) {
        const err10 = { instancePath: instancePath + "/description", schemaPath: "#/properties/description/type", keyword: "type", params: { type: schema130.properties.description.type }, message: "must be string,null", schema: schema130.properties.description.type, parentSchema: schema130.properties.description, data: data2 };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    if (data.url !== void 0) {
      let data3 = data.url;
      if (typeof data3 === "string") {
        if (!formats12(data3)) {
          const err11 = { instancePath: instancePath + "/url", schemaPath: "#/properties/url/format", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"', schema: "uri", parentSchema: schema130.properties.url, data: data3 };
          if (vErrors === null) {
            vErrors = [err11];
          } else {
            vErrors.push(err11);
          }
          errors++;
        }
      } else {
        const err12 = { instancePath: instancePath + "/url", schemaPath: "#/properties/url/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema130.properties.url.type, parentSchema: schema130.properties.url, data: data3 };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.event_types !== void 0) {
      let data4 = data.event_types;
      if (Array.isArray(data4)) {
        const len0 = data4.length;
        for (let i0 = 0; i0 < len0 && errors < 2e3; i0++) {
          if (!validate338.call(this, data4[i0], { instancePath: instancePath + "/event_types/" + i0, parentData: data4, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate338.errors : mergeErrors(vErrors, validate338.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err13 = { instancePath: instancePath + "/event_types", schemaPath: "#/properties/event_types/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema130.properties.event_types.type, parentSchema: schema130.properties.event_types, data: data4 };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.created_at !== void 0) {
      if (!validate306.call(this, data.created_at, { instancePath: instancePath + "/created_at", parentData: data, parentDataProperty: "created_at", rootData })) {
        vErrors = vErrors === null ? validate306.errors : mergeErrors(vErrors, validate306.errors);
        errors = vErrors.length;
      }
    }
    if (data.previous_secret_ends_at !== void 0) {
      if (!validate275.call(this, data.previous_secret_ends_at, { instancePath: instancePath + "/previous_secret_ends_at", parentData: data, parentDataProperty: "previous_secret_ends_at", rootData })) {
        vErrors = vErrors === null ? validate275.errors : mergeErrors(vErrors, validate275.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err14 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema130.type, parentSchema: schema130, data };
    if (vErrors === null) {
      vErrors = [err14];
    } else {
      vErrors.push(err14);
    }
    errors++;
  }
  validate350.errors = vErrors;
  return errors === 0;
}
var getWebhook_200_headers = validate354;
var schema135 = { "type": "object", "required": ["x-request-id", "etag"], "properties": { "x-request-id": { "type": "string", "format": "uuid" }, "etag": { "type": "string", "pattern": '^"[0-9]+"$' }, "ratelimit": { "type": "string", "pattern": '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, "ratelimit-policy": { "type": "string", "pattern": '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' } } };
function validate354(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data["x-request-id"] === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "x-request-id" }, message: "must have required property 'x-request-id'", schema: schema135.required, parentSchema: schema135, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.etag === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "etag" }, message: "must have required property 'etag'", schema: schema135.required, parentSchema: schema135, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data["x-request-id"] !== void 0) {
      let data0 = data["x-request-id"];
      if (typeof data0 === "string") {
        if (!formats2.test(data0)) {
          const err2 = { instancePath: instancePath + "/x-request-id", schemaPath: "#/properties/x-request-id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"', schema: "uuid", parentSchema: schema135.properties["x-request-id"], data: data0 };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      } else {
        const err3 = { instancePath: instancePath + "/x-request-id", schemaPath: "#/properties/x-request-id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema135.properties["x-request-id"].type, parentSchema: schema135.properties["x-request-id"], data: data0 };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.etag !== void 0) {
      let data1 = data.etag;
      if (typeof data1 === "string") {
        if (!pattern48.test(data1)) {
          const err4 = { instancePath: instancePath + "/etag", schemaPath: "#/properties/etag/pattern", keyword: "pattern", params: { pattern: '^"[0-9]+"$' }, message: 'must match pattern "^"[0-9]+"$"', schema: '^"[0-9]+"$', parentSchema: schema135.properties.etag, data: data1 };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
      } else {
        const err5 = { instancePath: instancePath + "/etag", schemaPath: "#/properties/etag/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema135.properties.etag.type, parentSchema: schema135.properties.etag, data: data1 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data.ratelimit !== void 0) {
      let data2 = data.ratelimit;
      if (typeof data2 === "string") {
        if (!pattern12.test(data2)) {
          const err6 = { instancePath: instancePath + "/ratelimit", schemaPath: "#/properties/ratelimit/pattern", keyword: "pattern", params: { pattern: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, message: 'must match pattern "^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$"', schema: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$', parentSchema: schema135.properties.ratelimit, data: data2 };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
      } else {
        const err7 = { instancePath: instancePath + "/ratelimit", schemaPath: "#/properties/ratelimit/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema135.properties.ratelimit.type, parentSchema: schema135.properties.ratelimit, data: data2 };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    if (data["ratelimit-policy"] !== void 0) {
      let data3 = data["ratelimit-policy"];
      if (typeof data3 === "string") {
        if (!pattern12.test(data3)) {
          const err8 = { instancePath: instancePath + "/ratelimit-policy", schemaPath: "#/properties/ratelimit-policy/pattern", keyword: "pattern", params: { pattern: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, message: 'must match pattern "^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$"', schema: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$', parentSchema: schema135.properties["ratelimit-policy"], data: data3 };
          if (vErrors === null) {
            vErrors = [err8];
          } else {
            vErrors.push(err8);
          }
          errors++;
        }
      } else {
        const err9 = { instancePath: instancePath + "/ratelimit-policy", schemaPath: "#/properties/ratelimit-policy/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema135.properties["ratelimit-policy"].type, parentSchema: schema135.properties["ratelimit-policy"], data: data3 };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
  } else {
    const err10 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema135.type, parentSchema: schema135, data };
    if (vErrors === null) {
      vErrors = [err10];
    } else {
      vErrors.push(err10);
    }
    errors++;
  }
  validate354.errors = vErrors;
  return errors === 0;
}
var deleteWebhook_204 = validate355;
function validate355(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  validate355.errors = null;
  return true;
}
var rotateWebhookSecret_200_headers = validate356;
var schema137 = { "type": "object", "required": ["x-request-id", "etag", "cache-control"], "properties": { "x-request-id": { "type": "string", "format": "uuid" }, "etag": { "type": "string", "pattern": '^"[0-9]+"$' }, "cache-control": { "type": "string", "const": "no-store" }, "ratelimit": { "type": "string", "pattern": '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, "ratelimit-policy": { "type": "string", "pattern": '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' } } };
function validate356(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data["x-request-id"] === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "x-request-id" }, message: "must have required property 'x-request-id'", schema: schema137.required, parentSchema: schema137, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.etag === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "etag" }, message: "must have required property 'etag'", schema: schema137.required, parentSchema: schema137, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data["cache-control"] === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "cache-control" }, message: "must have required property 'cache-control'", schema: schema137.required, parentSchema: schema137, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data["x-request-id"] !== void 0) {
      let data0 = data["x-request-id"];
      if (typeof data0 === "string") {
        if (!formats2.test(data0)) {
          const err3 = { instancePath: instancePath + "/x-request-id", schemaPath: "#/properties/x-request-id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"', schema: "uuid", parentSchema: schema137.properties["x-request-id"], data: data0 };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
      } else {
        const err4 = { instancePath: instancePath + "/x-request-id", schemaPath: "#/properties/x-request-id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema137.properties["x-request-id"].type, parentSchema: schema137.properties["x-request-id"], data: data0 };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.etag !== void 0) {
      let data1 = data.etag;
      if (typeof data1 === "string") {
        if (!pattern48.test(data1)) {
          const err5 = { instancePath: instancePath + "/etag", schemaPath: "#/properties/etag/pattern", keyword: "pattern", params: { pattern: '^"[0-9]+"$' }, message: 'must match pattern "^"[0-9]+"$"', schema: '^"[0-9]+"$', parentSchema: schema137.properties.etag, data: data1 };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
      } else {
        const err6 = { instancePath: instancePath + "/etag", schemaPath: "#/properties/etag/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema137.properties.etag.type, parentSchema: schema137.properties.etag, data: data1 };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data["cache-control"] !== void 0) {
      let data2 = data["cache-control"];
      if (typeof data2 !== "string") {
        const err7 = { instancePath: instancePath + "/cache-control", schemaPath: "#/properties/cache-control/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema137.properties["cache-control"].type, parentSchema: schema137.properties["cache-control"], data: data2 };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
      if ("no-store" !== data2) {
        const err8 = { instancePath: instancePath + "/cache-control", schemaPath: "#/properties/cache-control/const", keyword: "const", params: { allowedValue: "no-store" }, message: "must be equal to constant", schema: "no-store", parentSchema: schema137.properties["cache-control"], data: data2 };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.ratelimit !== void 0) {
      let data3 = data.ratelimit;
      if (typeof data3 === "string") {
        if (!pattern12.test(data3)) {
          const err9 = { instancePath: instancePath + "/ratelimit", schemaPath: "#/properties/ratelimit/pattern", keyword: "pattern", params: { pattern: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, message: 'must match pattern "^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$"', schema: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$', parentSchema: schema137.properties.ratelimit, data: data3 };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
      } else {
        const err10 = { instancePath: instancePath + "/ratelimit", schemaPath: "#/properties/ratelimit/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema137.properties.ratelimit.type, parentSchema: schema137.properties.ratelimit, data: data3 };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    if (data["ratelimit-policy"] !== void 0) {
      let data4 = data["ratelimit-policy"];
      if (typeof data4 === "string") {
        if (!pattern12.test(data4)) {
          const err11 = { instancePath: instancePath + "/ratelimit-policy", schemaPath: "#/properties/ratelimit-policy/pattern", keyword: "pattern", params: { pattern: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$' }, message: 'must match pattern "^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$"', schema: '^"[a-z]+"(;[a-z]+=\\d+)+(, *"[a-z]+"(;[a-z]+=\\d+)+)*$', parentSchema: schema137.properties["ratelimit-policy"], data: data4 };
          if (vErrors === null) {
            vErrors = [err11];
          } else {
            vErrors.push(err11);
          }
          errors++;
        }
      } else {
        const err12 = { instancePath: instancePath + "/ratelimit-policy", schemaPath: "#/properties/ratelimit-policy/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema137.properties["ratelimit-policy"].type, parentSchema: schema137.properties["ratelimit-policy"], data: data4 };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
  } else {
    const err13 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema137.type, parentSchema: schema137, data };
    if (vErrors === null) {
      vErrors = [err13];
    } else {
      vErrors.push(err13);
    }
    errors++;
  }
  validate356.errors = vErrors;
  return errors === 0;
}
var sendTestEvent_query = validate357;
var schema138 = { "type": "object", "required": [], "properties": { "type": { "$ref": "#/$defs/TestEventType" }, "status": { "$ref": "#/$defs/TestEventStatus" } }, "if": { "required": ["type"], "properties": { "type": { "const": "submission" } } }, "then": { "properties": { "status": { "enum": ["verified", "canceled"] } } } };
var schema139 = { "type": "string", "enum": ["verification", "submission"], "default": "verification" };
function validate358(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema139.type, parentSchema: schema139, data };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  if (!(data === "verification" || data === "submission")) {
    const err1 = { instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema139.enum }, message: "must be equal to one of the allowed values", schema: schema139.enum, parentSchema: schema139, data };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  validate358.errors = vErrors;
  return errors === 0;
}
var schema140 = { "type": "string", "enum": ["verified", "incomplete", "canceled"], "default": "verified" };
function validate360(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema140.type, parentSchema: schema140, data };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  if (!(data === "verified" || data === "incomplete" || data === "canceled")) {
    const err1 = { instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema140.enum }, message: "must be equal to one of the allowed values", schema: schema140.enum, parentSchema: schema140, data };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  validate360.errors = vErrors;
  return errors === 0;
}
function validate357(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs1 = errors;
  let valid0 = true;
  const _errs2 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    let missing0;
    if (data.type === void 0 && (missing0 = "type")) {
      const err0 = {};
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    } else {
      if (data.type !== void 0) {
        if ("submission" !== data.type) {
          const err1 = {};
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
      }
    }
  }
  var _valid0 = _errs2 === errors;
  errors = _errs1;
  if (vErrors !== null) {
    if (_errs1) {
      vErrors.length = _errs1;
    } else {
      vErrors = null;
    }
  }
  if (_valid0) {
    const _errs4 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.status !== void 0) {
        let data1 = data.status;
        if (!(data1 === "verified" || data1 === "canceled")) {
          const err2 = { instancePath: instancePath + "/status", schemaPath: "#/then/properties/status/enum", keyword: "enum", params: { allowedValues: schema138.then.properties.status.enum }, message: "must be equal to one of the allowed values", schema: schema138.then.properties.status.enum, parentSchema: schema138.then.properties.status, data: data1 };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      }
    }
    var _valid0 = _errs4 === errors;
    valid0 = _valid0;
  }
  if (!valid0) {
    const err3 = { instancePath, schemaPath: "#/if", keyword: "if", params: { failingKeyword: "then" }, message: 'must match "then" schema', schema: schema138.if, parentSchema: schema138, data };
    if (vErrors === null) {
      vErrors = [err3];
    } else {
      vErrors.push(err3);
    }
    errors++;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.type !== void 0) {
      if (!validate358.call(this, data.type, { instancePath: instancePath + "/type", parentData: data, parentDataProperty: "type", rootData })) {
        vErrors = vErrors === null ? validate358.errors : mergeErrors(vErrors, validate358.errors);
        errors = vErrors.length;
      }
    }
    if (data.status !== void 0) {
      if (!validate360.call(this, data.status, { instancePath: instancePath + "/status", parentData: data, parentDataProperty: "status", rootData })) {
        vErrors = vErrors === null ? validate360.errors : mergeErrors(vErrors, validate360.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err4 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema138.type, parentSchema: schema138, data };
    if (vErrors === null) {
      vErrors = [err4];
    } else {
      vErrors.push(err4);
    }
    errors++;
  }
  validate357.errors = vErrors;
  return errors === 0;
}
var sendTestEvent_202 = validate362;
var schema141 = { "description": "The delivery of one event to one webhook.", "type": "object", "required": ["id", "status", "created_at", "next_attempt_at", "redelivery_of", "event", "attempts"], "properties": { "id": { "description": "The identifier of the delivery.", "type": "string", "format": "uuid" }, "status": { "description": "`pending`: an attempt is in progress or scheduled. `delivered`: the receiver responded with 200 in time. `failed`: all attempts failed; you can redeliver the event.", "type": "string", "enum": ["pending", "delivered", "failed"] }, "created_at": { "description": "Time at which the delivery was created.", "$ref": "#/$defs/Timestamp" }, "next_attempt_at": { "description": "Time at which the next attempt is due. Null unless the status is `pending`.", "$ref": "#/$defs/NullableTimestamp" }, "redelivery_of": { "description": "The identifier of the delivery that this redelivery repeats, or null.", "type": ["string", "null"], "format": "uuid" }, "event": { "description": "The event. Its `type` determines its other properties.", "$ref": "#/$defs/WebhookEvent" }, "attempts": { "description": "The attempts so far, oldest first.", "type": "array", "maxItems": 6, "items": { "$ref": "#/$defs/DeliveryAttempt" } } }, "if": { "properties": { "status": { "const": "pending" } } }, "then": { "properties": { "next_attempt_at": { "type": "string" } } }, "else": { "properties": { "next_attempt_at": { "type": "null" }, "attempts": { "minItems": 1 } } } };
var schema142 = { "description": "An event that the service sends to a webhook. The `type` determines the identifier and the statuses.", "oneOf": [{ "$ref": "#/$defs/VerificationEvent" }, { "$ref": "#/$defs/SubmissionEvent" }], "discriminator": { "propertyName": "type" }, "type": "object", "if": { "type": "object", "required": ["type"], "properties": { "type": { "type": "string", "enum": ["verification", "submission"] } } }, "else": { "description": "An event that reports a status change of a verification request.", "type": "object", "required": ["event_id", "type", "status", "created_at"], "properties": { "event_id": { "description": "The identifier of the event, which is the same for every attempt and redelivery. Skip an event that you have already processed.", "type": "string", "format": "uuid" }, "submission_id": { "description": "The partner's identifier for the submission (for a v2 batch, its `credential_id`). In a test event, the identifier starts with `test-` and does not belong to a submission.", "type": "string", "minLength": 1 }, "type": { "type": "string", "enum": ["verification", "submission"] }, "status": { "description": "`incomplete`: no user has decided; in an event, the request belongs to a user for the first time, who decided or chose to decide later. `verified`: the user verified the request with a digital identity. `canceled`: the user or the partner canceled, or 48 hours have passed. `verified` and `canceled` are final.", "type": "string", "enum": ["incomplete", "verified", "canceled"] }, "created_at": { "description": "Time at which the status changed. Events can arrive out of order: sort them by this time.", "$ref": "#/$defs/Timestamp" }, "request_id": { "description": "The identifier of the verification request. In a test event, the identifier starts with `test-` and does not belong to a request.", "type": "string", "minLength": 1 } } } };
var schema143 = { "description": "An event that reports a status change of a verification request.", "type": "object", "required": ["event_id", "request_id", "type", "status", "created_at"], "properties": { "event_id": { "description": "The identifier of the event, which is the same for every attempt and redelivery. Skip an event that you have already processed.", "type": "string", "format": "uuid" }, "request_id": { "description": "The identifier of the verification request. In a test event, the identifier starts with `test-` and does not belong to a request.", "type": "string", "minLength": 1 }, "type": { "description": "The kind of event.", "type": "string", "const": "verification" }, "status": { "$ref": "#/$defs/VerificationStatus" }, "created_at": { "description": "Time at which the status changed. Events can arrive out of order: sort them by this time.", "$ref": "#/$defs/Timestamp" } } };
var schema144 = { "description": "`incomplete`: no user has decided; in an event, the request belongs to a user for the first time, who decided or chose to decide later. `verified`: the user verified the request with a digital identity. `canceled`: the user or the partner canceled, or 48 hours have passed. `verified` and `canceled` are final.", "type": "string", "enum": ["incomplete", "verified", "canceled"] };
function validate368(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    const err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema144.type, parentSchema: schema144, data };
    if (vErrors === null) {
      vErrors = [err0];
    } else {
      vErrors.push(err0);
    }
    errors++;
  }
  if (!(data === "incomplete" || data === "verified" || data === "canceled")) {
    const err1 = { instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema144.enum }, message: "must be equal to one of the allowed values", schema: schema144.enum, parentSchema: schema144, data };
    if (vErrors === null) {
      vErrors = [err1];
    } else {
      vErrors.push(err1);
    }
    errors++;
  }
  validate368.errors = vErrors;
  return errors === 0;
}
function validate367(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.event_id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "event_id" }, message: "must have required property 'event_id'", schema: schema143.required, parentSchema: schema143, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.request_id === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "request_id" }, message: "must have required property 'request_id'", schema: schema143.required, parentSchema: schema143, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.type === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'", schema: schema143.required, parentSchema: schema143, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.status === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'", schema: schema143.required, parentSchema: schema143, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.created_at === void 0) {
      const err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "created_at" }, message: "must have required property 'created_at'", schema: schema143.required, parentSchema: schema143, data };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    if (data.event_id !== void 0) {
      let data0 = data.event_id;
      if (typeof data0 === "string") {
        if (!formats2.test(data0)) {
          const err5 = { instancePath: instancePath + "/event_id", schemaPath: "#/properties/event_id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"', schema: "uuid", parentSchema: schema143.properties.event_id, data: data0 };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
      } else {
        const err6 = { instancePath: instancePath + "/event_id", schemaPath: "#/properties/event_id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema143.properties.event_id.type, parentSchema: schema143.properties.event_id, data: data0 };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.request_id !== void 0) {
      let data1 = data.request_id;
      if (typeof data1 === "string") {
        if (data1.length < 1) {
          const err7 = { instancePath: instancePath + "/request_id", schemaPath: "#/properties/request_id/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters", schema: 1, parentSchema: schema143.properties.request_id, data: data1 };
          if (vErrors === null) {
            vErrors = [err7];
          } else {
            vErrors.push(err7);
          }
          errors++;
        }
      } else {
        const err8 = { instancePath: instancePath + "/request_id", schemaPath: "#/properties/request_id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema143.properties.request_id.type, parentSchema: schema143.properties.request_id, data: data1 };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.type !== void 0) {
      let data2 = data.type;
      if (typeof data2 !== "string") {
        const err9 = { instancePath: instancePath + "/type", schemaPath: "#/properties/type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema143.properties.type.type, parentSchema: schema143.properties.type, data: data2 };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
      if ("verification" !== data2) {
        const err10 = { instancePath: instancePath + "/type", schemaPath: "#/properties/type/const", keyword: "const", params: { allowedValue: "verification" }, message: "must be equal to constant", schema: "verification", parentSchema: schema143.properties.type, data: data2 };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    if (data.status !== void 0) {
      if (!validate368.call(this, data.status, { instancePath: instancePath + "/status", parentData: data, parentDataProperty: "status", rootData })) {
        vErrors = vErrors === null ? validate368.errors : mergeErrors(vErrors, validate368.errors);
        errors = vErrors.length;
      }
    }
    if (data.created_at !== void 0) {
      if (!validate306.call(this, data.created_at, { instancePath: instancePath + "/created_at", parentData: data, parentDataProperty: "created_at", rootData })) {
        vErrors = vErrors === null ? validate306.errors : mergeErrors(vErrors, validate306.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err11 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema143.type, parentSchema: schema143, data };
    if (vErrors === null) {
      vErrors = [err11];
    } else {
      vErrors.push(err11);
    }
    errors++;
  }
  validate367.errors = vErrors;
  return errors === 0;
}
var schema145 = { "description": "An event that reports the end of a submission or batch.", "type": "object", "required": ["event_id", "submission_id", "type", "status", "created_at"], "properties": { "event_id": { "description": "The identifier of the event, which is the same for every attempt and redelivery. Skip an event that you have already processed.", "type": "string", "format": "uuid" }, "submission_id": { "description": "The partner's identifier for the submission (for a v2 batch, its `credential_id`). In a test event, the identifier starts with `test-` and does not belong to a submission.", "type": "string", "minLength": 1 }, "type": { "description": "The kind of event.", "type": "string", "const": "submission" }, "status": { "description": "`verified`: the user consented. `canceled`: the user declined or deleted their account, the partner canceled, or 48 hours have passed since the first POST; the submitted data is deleted.", "type": "string", "enum": ["verified", "canceled"] }, "created_at": { "description": "Time at which the submission ended: the `finalized_at` of its status. Events can arrive out of order: sort them by this time.", "$ref": "#/$defs/Timestamp" } } };
function validate371(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.event_id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "event_id" }, message: "must have required property 'event_id'", schema: schema145.required, parentSchema: schema145, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.submission_id === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "submission_id" }, message: "must have required property 'submission_id'", schema: schema145.required, parentSchema: schema145, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.type === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'", schema: schema145.required, parentSchema: schema145, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.status === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'", schema: schema145.required, parentSchema: schema145, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.created_at === void 0) {
      const err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "created_at" }, message: "must have required property 'created_at'", schema: schema145.required, parentSchema: schema145, data };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    if (data.event_id !== void 0) {
      let data0 = data.event_id;
      if (typeof data0 === "string") {
        if (!formats2.test(data0)) {
          const err5 = { instancePath: instancePath + "/event_id", schemaPath: "#/properties/event_id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"', schema: "uuid", parentSchema: schema145.properties.event_id, data: data0 };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
      } else {
        const err6 = { instancePath: instancePath + "/event_id", schemaPath: "#/properties/event_id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema145.properties.event_id.type, parentSchema: schema145.properties.event_id, data: data0 };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.submission_id !== void 0) {
      let data1 = data.submission_id;
      if (typeof data1 === "string") {
        if (data1.length < 1) {
          const err7 = { instancePath: instancePath + "/submission_id", schemaPath: "#/properties/submission_id/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters", schema: 1, parentSchema: schema145.properties.submission_id, data: data1 };
          if (vErrors === null) {
            vErrors = [err7];
          } else {
            vErrors.push(err7);
          }
          errors++;
        }
      } else {
        const err8 = { instancePath: instancePath + "/submission_id", schemaPath: "#/properties/submission_id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema145.properties.submission_id.type, parentSchema: schema145.properties.submission_id, data: data1 };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.type !== void 0) {
      let data2 = data.type;
      if (typeof data2 !== "string") {
        const err9 = { instancePath: instancePath + "/type", schemaPath: "#/properties/type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema145.properties.type.type, parentSchema: schema145.properties.type, data: data2 };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
      if ("submission" !== data2) {
        const err10 = { instancePath: instancePath + "/type", schemaPath: "#/properties/type/const", keyword: "const", params: { allowedValue: "submission" }, message: "must be equal to constant", schema: "submission", parentSchema: schema145.properties.type, data: data2 };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    if (data.status !== void 0) {
      let data3 = data.status;
      if (typeof data3 !== "string") {
        const err11 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema145.properties.status.type, parentSchema: schema145.properties.status, data: data3 };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
      if (!(data3 === "verified" || data3 === "canceled")) {
        const err12 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/enum", keyword: "enum", params: { allowedValues: schema145.properties.status.enum }, message: "must be equal to one of the allowed values", schema: schema145.properties.status.enum, parentSchema: schema145.properties.status, data: data3 };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.created_at !== void 0) {
      if (!validate306.call(this, data.created_at, { instancePath: instancePath + "/created_at", parentData: data, parentDataProperty: "created_at", rootData })) {
        vErrors = vErrors === null ? validate306.errors : mergeErrors(vErrors, validate306.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err13 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema145.type, parentSchema: schema145, data };
    if (vErrors === null) {
      vErrors = [err13];
    } else {
      vErrors.push(err13);
    }
    errors++;
  }
  validate371.errors = vErrors;
  return errors === 0;
}
function validate365(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs2 = errors;
  let valid0 = true;
  const _errs3 = errors;
  if (errors === _errs3) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.type === void 0 && (missing0 = "type")) {
        const err0 = {};
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      } else {
        if (data.type !== void 0) {
          let data0 = data.type;
          if (typeof data0 !== "string") {
            const err1 = {};
            if (vErrors === null) {
              vErrors = [err1];
            } else {
              vErrors.push(err1);
            }
            errors++;
          }
          if (!(data0 === "verification" || data0 === "submission")) {
            const err2 = {};
            if (vErrors === null) {
              vErrors = [err2];
            } else {
              vErrors.push(err2);
            }
            errors++;
          }
        }
      }
    } else {
      const err3 = {};
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
  }
  var _valid0 = _errs3 === errors;
  errors = _errs2;
  if (vErrors !== null) {
    if (_errs2) {
      vErrors.length = _errs2;
    } else {
      vErrors = null;
    }
  }
  if (!_valid0) {
    const _errs7 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.event_id === void 0) {
        const err4 = { instancePath, schemaPath: "#/else/required", keyword: "required", params: { missingProperty: "event_id" }, message: "must have required property 'event_id'", schema: schema142.else.required, parentSchema: schema142.else, data };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
      if (data.type === void 0) {
        const err5 = { instancePath, schemaPath: "#/else/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'", schema: schema142.else.required, parentSchema: schema142.else, data };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
      if (data.status === void 0) {
        const err6 = { instancePath, schemaPath: "#/else/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'", schema: schema142.else.required, parentSchema: schema142.else, data };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
      if (data.created_at === void 0) {
        const err7 = { instancePath, schemaPath: "#/else/required", keyword: "required", params: { missingProperty: "created_at" }, message: "must have required property 'created_at'", schema: schema142.else.required, parentSchema: schema142.else, data };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
      if (data.event_id !== void 0) {
        let data1 = data.event_id;
        if (typeof data1 === "string") {
          if (!formats2.test(data1)) {
            const err8 = { instancePath: instancePath + "/event_id", schemaPath: "#/else/properties/event_id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"', schema: "uuid", parentSchema: schema142.else.properties.event_id, data: data1 };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
        } else {
          const err9 = { instancePath: instancePath + "/event_id", schemaPath: "#/else/properties/event_id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema142.else.properties.event_id.type, parentSchema: schema142.else.properties.event_id, data: data1 };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
      }
      if (data.submission_id !== void 0) {
        let data2 = data.submission_id;
        if (typeof data2 === "string") {
          if (data2.length < 1) {
            const err10 = { instancePath: instancePath + "/submission_id", schemaPath: "#/else/properties/submission_id/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters", schema: 1, parentSchema: schema142.else.properties.submission_id, data: data2 };
            if (vErrors === null) {
              vErrors = [err10];
            } else {
              vErrors.push(err10);
            }
            errors++;
          }
        } else {
          const err11 = { instancePath: instancePath + "/submission_id", schemaPath: "#/else/properties/submission_id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema142.else.properties.submission_id.type, parentSchema: schema142.else.properties.submission_id, data: data2 };
          if (vErrors === null) {
            vErrors = [err11];
          } else {
            vErrors.push(err11);
          }
          errors++;
        }
      }
      if (data.type !== void 0) {
        let data3 = data.type;
        if (typeof data3 !== "string") {
          const err12 = { instancePath: instancePath + "/type", schemaPath: "#/else/properties/type/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema142.else.properties.type.type, parentSchema: schema142.else.properties.type, data: data3 };
          if (vErrors === null) {
            vErrors = [err12];
          } else {
            vErrors.push(err12);
          }
          errors++;
        }
        if (!(data3 === "verification" || data3 === "submission")) {
          const err13 = { instancePath: instancePath + "/type", schemaPath: "#/else/properties/type/enum", keyword: "enum", params: { allowedValues: schema142.else.properties.type.enum }, message: "must be equal to one of the allowed values", schema: schema142.else.properties.type.enum, parentSchema: schema142.else.properties.type, data: data3 };
          if (vErrors === null) {
            vErrors = [err13];
          } else {
            vErrors.push(err13);
          }
          errors++;
        }
      }
      if (data.status !== void 0) {
        let data4 = data.status;
        if (typeof data4 !== "string") {
          const err14 = { instancePath: instancePath + "/status", schemaPath: "#/else/properties/status/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema142.else.properties.status.type, parentSchema: schema142.else.properties.status, data: data4 };
          if (vErrors === null) {
            vErrors = [err14];
          } else {
            vErrors.push(err14);
          }
          errors++;
        }
        if (!(data4 === "incomplete" || data4 === "verified" || data4 === "canceled")) {
          const err15 = { instancePath: instancePath + "/status", schemaPath: "#/else/properties/status/enum", keyword: "enum", params: { allowedValues: schema142.else.properties.status.enum }, message: "must be equal to one of the allowed values", schema: schema142.else.properties.status.enum, parentSchema: schema142.else.properties.status, data: data4 };
          if (vErrors === null) {
            vErrors = [err15];
          } else {
            vErrors.push(err15);
          }
          errors++;
        }
      }
      if (data.created_at !== void 0) {
        if (!validate306.call(this, data.created_at, { instancePath: instancePath + "/created_at", parentData: data, parentDataProperty: "created_at", rootData })) {
          vErrors = vErrors === null ? validate306.errors : mergeErrors(vErrors, validate306.errors);
          errors = vErrors.length;
        }
      }
      if (data.request_id !== void 0) {
        let data6 = data.request_id;
        if (typeof data6 === "string") {
          if (data6.length < 1) {
            const err16 = { instancePath: instancePath + "/request_id", schemaPath: "#/else/properties/request_id/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters", schema: 1, parentSchema: schema142.else.properties.request_id, data: data6 };
            if (vErrors === null) {
              vErrors = [err16];
            } else {
              vErrors.push(err16);
            }
            errors++;
          }
        } else {
          const err17 = { instancePath: instancePath + "/request_id", schemaPath: "#/else/properties/request_id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema142.else.properties.request_id.type, parentSchema: schema142.else.properties.request_id, data: data6 };
          if (vErrors === null) {
            vErrors = [err17];
          } else {
            vErrors.push(err17);
          }
          errors++;
        }
      }
    } else {
      const err18 = { instancePath, schemaPath: "#/else/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema142.else.type, parentSchema: schema142.else, data };
      if (vErrors === null) {
        vErrors = [err18];
      } else {
        vErrors.push(err18);
      }
      errors++;
    }
    var _valid0 = _errs7 === errors;
    valid0 = _valid0;
  }
  if (!valid0) {
    const err19 = { instancePath, schemaPath: "#/if", keyword: "if", params: { failingKeyword: "else" }, message: 'must match "else" schema', schema: schema142.if, parentSchema: schema142, data };
    if (vErrors === null) {
      vErrors = [err19];
    } else {
      vErrors.push(err19);
    }
    errors++;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    const tag0 = data.type;
    if (typeof tag0 == "string") {
      if (tag0 === "verification") {
        if (!validate367.call(this, data, { instancePath, parentData, parentDataProperty, rootData })) {
          vErrors = vErrors === null ? validate367.errors : mergeErrors(vErrors, validate367.errors);
          errors = vErrors.length;
        }
      } else if (tag0 === "submission") {
        if (!validate371.call(this, data, { instancePath, parentData, parentDataProperty, rootData })) {
          vErrors = vErrors === null ? validate371.errors : mergeErrors(vErrors, validate371.errors);
          errors = vErrors.length;
        }
      } else {
        const err20 = { instancePath, schemaPath: "#/discriminator", keyword: "discriminator", params: { error: "mapping", tag: "type", tagValue: tag0 }, message: 'value of tag "type" must be in oneOf', schema: schema142.discriminator, parentSchema: schema142, data };
        if (vErrors === null) {
          vErrors = [err20];
        } else {
          vErrors.push(err20);
        }
        errors++;
      }
    } else {
      const err21 = { instancePath, schemaPath: "#/discriminator", keyword: "discriminator", params: { error: "tag", tag: "type", tagValue: tag0 }, message: 'tag "type" must be string', schema: schema142.discriminator, parentSchema: schema142, data };
      if (vErrors === null) {
        vErrors = [err21];
      } else {
        vErrors.push(err21);
      }
      errors++;
    }
  } else {
    const err22 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema142.type, parentSchema: schema142, data };
    if (vErrors === null) {
      vErrors = [err22];
    } else {
      vErrors.push(err22);
    }
    errors++;
  }
  validate365.errors = vErrors;
  return errors === 0;
}
var schema146 = { "description": "An attempt of a delivery.", "type": "object", "required": ["started_at", "duration_ms", "http_status", "error"], "properties": { "started_at": { "description": "Time at which the attempt started.", "$ref": "#/$defs/Timestamp" }, "duration_ms": { "description": "The duration of the attempt, in milliseconds.", "type": "number", "format": "double", "minimum": 0 }, "http_status": { "description": "The HTTP status of the response, or null if no response arrived. Only status 200 is a success.", "type": ["integer", "null"], "format": "int32", "minimum": 0, "maximum": 999 }, "error": { "description": "The reason why no complete response arrived, or null if a complete response arrived. Later versions can add values. `refused_address`: the URL points to a private, loopback, or other special address, or to an address that the operator has denied; the service does not retry. `dns_failure`: the host name could not be resolved. `connection_failed`: the connection was refused or could not be opened. `tls_failure`: the TLS connection failed, for example because of the certificate. `timeout`: the response was not complete in time. `connection_closed`: the receiver closed the connection before the end of the response. `response_too_large`: the response was too large. `invalid_response`: the response was not valid HTTP. `partner_disabled`: the operator disabled the partner, so the service sent nothing.", "type": ["string", "null"], "x-extensible-enum": ["refused_address", "dns_failure", "connection_failed", "tls_failure", "timeout", "connection_closed", "response_too_large", "invalid_response", "partner_disabled", null] } }, "if": { "properties": { "http_status": { "type": "null" } } }, "then": { "properties": { "error": { "type": "string" } } } };
var formats100 = require_formats().fullFormats.double;
var keyword4 = { "enum": ["refused_address", "dns_failure", "connection_failed", "tls_failure", "timeout", "connection_closed", "response_too_large", "invalid_response", "partner_disabled", null] };
function validate376(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs1 = errors;
  let valid0 = true;
  const _errs2 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.http_status !== void 0) {
      if (data.http_status !== null) {
        const err0 = {};
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
  }
  var _valid0 = _errs2 === errors;
  errors = _errs1;
  if (vErrors !== null) {
    if (_errs1) {
      vErrors.length = _errs1;
    } else {
      vErrors = null;
    }
  }
  if (_valid0) {
    const _errs5 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.error !== void 0) {
        let data1 = data.error;
        if (typeof data1 !== "string") {
          const err1 = { instancePath: instancePath + "/error", schemaPath: "#/then/properties/error/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema146.then.properties.error.type, parentSchema: schema146.then.properties.error, data: data1 };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
      }
    }
    var _valid0 = _errs5 === errors;
    valid0 = _valid0;
  }
  if (!valid0) {
    const err2 = { instancePath, schemaPath: "#/if", keyword: "if", params: { failingKeyword: "then" }, message: 'must match "then" schema', schema: schema146.if, parentSchema: schema146, data };
    if (vErrors === null) {
      vErrors = [err2];
    } else {
      vErrors.push(err2);
    }
    errors++;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.started_at === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "started_at" }, message: "must have required property 'started_at'", schema: schema146.required, parentSchema: schema146, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.duration_ms === void 0) {
      const err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "duration_ms" }, message: "must have required property 'duration_ms'", schema: schema146.required, parentSchema: schema146, data };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    if (data.http_status === void 0) {
      const err5 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "http_status" }, message: "must have required property 'http_status'", schema: schema146.required, parentSchema: schema146, data };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
    if (data.error === void 0) {
      const err6 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "error" }, message: "must have required property 'error'", schema: schema146.required, parentSchema: schema146, data };
      if (vErrors === null) {
        vErrors = [err6];
      } else {
        vErrors.push(err6);
      }
      errors++;
    }
    if (data.started_at !== void 0) {
      if (!validate306.call(this, data.started_at, { instancePath: instancePath + "/started_at", parentData: data, parentDataProperty: "started_at", rootData })) {
        vErrors = vErrors === null ? validate306.errors : mergeErrors(vErrors, validate306.errors);
        errors = vErrors.length;
      }
    }
    if (data.duration_ms !== void 0) {
      let data3 = data.duration_ms;
      if (typeof data3 == "number" && isFinite(data3)) {
        if (data3 < 0 || isNaN(data3)) {
          const err7 = { instancePath: instancePath + "/duration_ms", schemaPath: "#/properties/duration_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0", schema: 0, parentSchema: schema146.properties.duration_ms, data: data3 };
          if (vErrors === null) {
            vErrors = [err7];
          } else {
            vErrors.push(err7);
          }
          errors++;
        }
        if (!formats100.validate(data3)) {
          const err8 = { instancePath: instancePath + "/duration_ms", schemaPath: "#/properties/duration_ms/format", keyword: "format", params: { format: "double" }, message: 'must match format "double"', schema: "double", parentSchema: schema146.properties.duration_ms, data: data3 };
          if (vErrors === null) {
            vErrors = [err8];
          } else {
            vErrors.push(err8);
          }
          errors++;
        }
      } else {
        const err9 = { instancePath: instancePath + "/duration_ms", schemaPath: "#/properties/duration_ms/type", keyword: "type", params: { type: "number" }, message: "must be number", schema: schema146.properties.duration_ms.type, parentSchema: schema146.properties.duration_ms, data: data3 };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
    if (data.http_status !== void 0) {
      let data4 = data.http_status;
      if (!(typeof data4 == "number" && (!(data4 % 1) && !isNaN(data4)) && isFinite(data4)) && data4 !== null) {
        const err10 = { instancePath: instancePath + "/http_status", schemaPath: "#/properties/http_status/type", keyword: "type", params: { type: schema146.properties.http_status.type }, message: "must be integer,null", schema: schema146.properties.http_status.type, parentSchema: schema146.properties.http_status, data: data4 };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
      if (typeof data4 == "number" && isFinite(data4)) {
        if (data4 > 999 || isNaN(data4)) {
          const err11 = { instancePath: instancePath + "/http_status", schemaPath: "#/properties/http_status/maximum", keyword: "maximum", params: { comparison: "<=", limit: 999 }, message: "must be <= 999", schema: 999, parentSchema: schema146.properties.http_status, data: data4 };
          if (vErrors === null) {
            vErrors = [err11];
          } else {
            vErrors.push(err11);
          }
          errors++;
        }
        if (data4 < 0 || isNaN(data4)) {
          const err12 = { instancePath: instancePath + "/http_status", schemaPath: "#/properties/http_status/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0", schema: 0, parentSchema: schema146.properties.http_status, data: data4 };
          if (vErrors === null) {
            vErrors = [err12];
          } else {
            vErrors.push(err12);
          }
          errors++;
        }
        if (!formats0.validate(data4)) {
          const err13 = { instancePath: instancePath + "/http_status", schemaPath: "#/properties/http_status/format", keyword: "format", params: { format: "int32" }, message: 'must match format "int32"', schema: "int32", parentSchema: schema146.properties.http_status, data: data4 };
          if (vErrors === null) {
            vErrors = [err13];
          } else {
            vErrors.push(err13);
          }
          errors++;
        }
      }
    }
    if (data.error !== void 0) {
      let data5 = data.error;
      if (typeof data5 !== "string" && data5 !== null) {
        const err14 = { instancePath: instancePath + "/error", schemaPath: "#/properties/error/type", keyword: "type", params: { type: schema146.properties.error.type }, message: "must be string,null", schema: schema146.properties.error.type, parentSchema: schema146.properties.error, data: data5 };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
      const _errs16 = errors;
      if (!(data5 === "refused_address" || data5 === "dns_failure" || data5 === "connection_failed" || data5 === "tls_failure" || data5 === "timeout" || data5 === "connection_closed" || data5 === "response_too_large" || data5 === "invalid_response" || data5 === "partner_disabled" || data5 === null)) {
        const err15 = { instancePath: instancePath + "/error", schemaPath: "#/properties/error/x-extensible-enum/enum", keyword: "enum", params: { allowedValues: keyword4.enum }, message: "must be equal to one of the allowed values", schema: keyword4.enum, parentSchema: keyword4, data: data5 };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
      var valid4 = _errs16 === errors;
      if (!valid4) {
        const err16 = { instancePath: instancePath + "/error", schemaPath: "#/properties/error/x-extensible-enum", keyword: "x-extensible-enum", params: {}, message: 'must pass "x-extensible-enum" keyword validation', schema: schema146.properties.error["x-extensible-enum"], parentSchema: schema146.properties.error, data: data5 };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
    }
  } else {
    const err17 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema146.type, parentSchema: schema146, data };
    if (vErrors === null) {
      vErrors = [err17];
    } else {
      vErrors.push(err17);
    }
    errors++;
  }
  validate376.errors = vErrors;
  return errors === 0;
}
function validate362(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs1 = errors;
  let valid0 = true;
  const _errs2 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.status !== void 0) {
      if ("pending" !== data.status) {
        const err0 = {};
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
  }
  var _valid0 = _errs2 === errors;
  errors = _errs1;
  if (vErrors !== null) {
    if (_errs1) {
      vErrors.length = _errs1;
    } else {
      vErrors = null;
    }
  }
  let ifClause0;
  if (_valid0) {
    const _errs4 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.next_attempt_at !== void 0) {
        let data1 = data.next_attempt_at;
        if (typeof data1 !== "string") {
          const err1 = { instancePath: instancePath + "/next_attempt_at", schemaPath: "#/then/properties/next_attempt_at/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema141.then.properties.next_attempt_at.type, parentSchema: schema141.then.properties.next_attempt_at, data: data1 };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
      }
    }
    var _valid0 = _errs4 === errors;
    valid0 = _valid0;
    ifClause0 = "then";
  } else {
    const _errs7 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.next_attempt_at !== void 0) {
        let data2 = data.next_attempt_at;
        if (data2 !== null) {
          const err2 = { instancePath: instancePath + "/next_attempt_at", schemaPath: "#/else/properties/next_attempt_at/type", keyword: "type", params: { type: "null" }, message: "must be null", schema: schema141.else.properties.next_attempt_at.type, parentSchema: schema141.else.properties.next_attempt_at, data: data2 };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      }
      if (data.attempts !== void 0) {
        let data3 = data.attempts;
        if (Array.isArray(data3)) {
          if (data3.length < 1) {
            const err3 = { instancePath: instancePath + "/attempts", schemaPath: "#/else/properties/attempts/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items", schema: 1, parentSchema: schema141.else.properties.attempts, data: data3 };
            if (vErrors === null) {
              vErrors = [err3];
            } else {
              vErrors.push(err3);
            }
            errors++;
          }
        }
      }
    }
    var _valid0 = _errs7 === errors;
    valid0 = _valid0;
    ifClause0 = "else";
  }
  if (!valid0) {
    const err4 = { instancePath, schemaPath: "#/if", keyword: "if", params: { failingKeyword: ifClause0 }, message: 'must match "' + ifClause0 + '" schema', schema: schema141.if, parentSchema: schema141, data };
    if (vErrors === null) {
      vErrors = [err4];
    } else {
      vErrors.push(err4);
    }
    errors++;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      const err5 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'", schema: schema141.required, parentSchema: schema141, data };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
    if (data.status === void 0) {
      const err6 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'", schema: schema141.required, parentSchema: schema141, data };
      if (vErrors === null) {
        vErrors = [err6];
      } else {
        vErrors.push(err6);
      }
      errors++;
    }
    if (data.created_at === void 0) {
      const err7 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "created_at" }, message: "must have required property 'created_at'", schema: schema141.required, parentSchema: schema141, data };
      if (vErrors === null) {
        vErrors = [err7];
      } else {
        vErrors.push(err7);
      }
      errors++;
    }
    if (data.next_attempt_at === void 0) {
      const err8 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "next_attempt_at" }, message: "must have required property 'next_attempt_at'", schema: schema141.required, parentSchema: schema141, data };
      if (vErrors === null) {
        vErrors = [err8];
      } else {
        vErrors.push(err8);
      }
      errors++;
    }
    if (data.redelivery_of === void 0) {
      const err9 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "redelivery_of" }, message: "must have required property 'redelivery_of'", schema: schema141.required, parentSchema: schema141, data };
      if (vErrors === null) {
        vErrors = [err9];
      } else {
        vErrors.push(err9);
      }
      errors++;
    }
    if (data.event === void 0) {
      const err10 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "event" }, message: "must have required property 'event'", schema: schema141.required, parentSchema: schema141, data };
      if (vErrors === null) {
        vErrors = [err10];
      } else {
        vErrors.push(err10);
      }
      errors++;
    }
    if (data.attempts === void 0) {
      const err11 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "attempts" }, message: "must have required property 'attempts'", schema: schema141.required, parentSchema: schema141, data };
      if (vErrors === null) {
        vErrors = [err11];
      } else {
        vErrors.push(err11);
      }
      errors++;
    }
    if (data.id !== void 0) {
      let data4 = data.id;
      if (typeof data4 === "string") {
        if (!formats2.test(data4)) {
          const err12 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"', schema: "uuid", parentSchema: schema141.properties.id, data: data4 };
          if (vErrors === null) {
            vErrors = [err12];
          } else {
            vErrors.push(err12);
          }
          errors++;
        }
      } else {
        const err13 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema141.properties.id.type, parentSchema: schema141.properties.id, data: data4 };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.status !== void 0) {
      let data5 = data.status;
      if (typeof data5 !== "string") {
        const err14 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema141.properties.status.type, parentSchema: schema141.properties.status, data: data5 };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
      if (!(data5 === "pending" || data5 === "delivered" || data5 === "failed")) {
        const err15 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/enum", keyword: "enum", params: { allowedValues: schema141.properties.status.enum }, message: "must be equal to one of the allowed values", schema: schema141.properties.status.enum, parentSchema: schema141.properties.status, data: data5 };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
    }
    if (data.created_at !== void 0) {
      if (!validate306.call(this, data.created_at, { instancePath: instancePath + "/created_at", parentData: data, parentDataProperty: "created_at", rootData })) {
        vErrors = vErrors === null ? validate306.errors : mergeErrors(vErrors, validate306.errors);
        errors = vErrors.length;
      }
    }
    if (data.next_attempt_at !== void 0) {
      if (!validate275.call(this, data.next_attempt_at, { instancePath: instancePath + "/next_attempt_at", parentData: data, parentDataProperty: "next_attempt_at", rootData })) {
        vErrors = vErrors === null ? validate275.errors : mergeErrors(vErrors, validate275.errors);
        errors = vErrors.length;
      }
    }
    if (data.redelivery_of !== void 0) {
      let data8 = data.redelivery_of;
      if (typeof data8 !== "string" && data8 !== null) {
        const err16 = { instancePath: instancePath + "/redelivery_of", schemaPath: "#/properties/redelivery_of/type", keyword: "type", params: { type: schema141.properties.redelivery_of.type }, message: "must be string,null", schema: schema141.properties.redelivery_of.type, parentSchema: schema141.properties.redelivery_of, data: data8 };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
      if (typeof data8 === "string") {
        if (!formats2.test(data8)) {
          const err17 = { instancePath: instancePath + "/redelivery_of", schemaPath: "#/properties/redelivery_of/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"', schema: "uuid", parentSchema: schema141.properties.redelivery_of, data: data8 };
          if (vErrors === null) {
            vErrors = [err17];
          } else {
            vErrors.push(err17);
          }
          errors++;
        }
      }
    }
    if (data.event !== void 0) {
      if (!validate365.call(this, data.event, { instancePath: instancePath + "/event", parentData: data, parentDataProperty: "event", rootData })) {
        vErrors = vErrors === null ? validate365.errors : mergeErrors(vErrors, validate365.errors);
        errors = vErrors.length;
      }
    }
    if (data.attempts !== void 0) {
      let data10 = data.attempts;
      if (Array.isArray(data10)) {
        if (data10.length > 6) {
          const err18 = { instancePath: instancePath + "/attempts", schemaPath: "#/properties/attempts/maxItems", keyword: "maxItems", params: { limit: 6 }, message: "must NOT have more than 6 items", schema: 6, parentSchema: schema141.properties.attempts, data: data10 };
          if (vErrors === null) {
            vErrors = [err18];
          } else {
            vErrors.push(err18);
          }
          errors++;
        }
        const len0 = data10.length;
        for (let i0 = 0; i0 < len0 && errors < 2e3; i0++) {
          if (!validate376.call(this, data10[i0], { instancePath: instancePath + "/attempts/" + i0, parentData: data10, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate376.errors : mergeErrors(vErrors, validate376.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err19 = { instancePath: instancePath + "/attempts", schemaPath: "#/properties/attempts/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema141.properties.attempts.type, parentSchema: schema141.properties.attempts, data: data10 };
        if (vErrors === null) {
          vErrors = [err19];
        } else {
          vErrors.push(err19);
        }
        errors++;
      }
    }
  } else {
    const err20 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema141.type, parentSchema: schema141, data };
    if (vErrors === null) {
      vErrors = [err20];
    } else {
      vErrors.push(err20);
    }
    errors++;
  }
  validate362.errors = vErrors;
  return errors === 0;
}
var listWebhookDeliveries_query = validate379;
var schema147 = { "type": "object", "required": [], "properties": { "limit": { "type": "integer", "minimum": 1, "maximum": 100, "default": 20 }, "cursor": { "type": "string", "pattern": "^(\\d{1,15}|[0-8]\\d{15})\\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", "x-message": "must be the unchanged next_cursor of a response" } } };
var pattern57 = new RegExp("^(\\d{1,15}|[0-8]\\d{15})\\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", "u");
function validate379(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.limit !== void 0) {
      let data0 = data.limit;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
        const err0 = { instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" }, message: "must be integer", schema: schema147.properties.limit.type, parentSchema: schema147.properties.limit, data: data0 };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
      if (typeof data0 == "number" && isFinite(data0)) {
        if (data0 > 100 || isNaN(data0)) {
          const err1 = { instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100", schema: 100, parentSchema: schema147.properties.limit, data: data0 };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0 < 1 || isNaN(data0)) {
          const err2 = { instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1", schema: 1, parentSchema: schema147.properties.limit, data: data0 };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      }
    }
    if (data.cursor !== void 0) {
      let data1 = data.cursor;
      if (typeof data1 === "string") {
        if (!pattern57.test(data1)) {
          const err3 = { instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/pattern", keyword: "pattern", params: { pattern: "^(\\d{1,15}|[0-8]\\d{15})\\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" }, message: 'must match pattern "^(\\d{1,15}|[0-8]\\d{15})\\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"', schema: "^(\\d{1,15}|[0-8]\\d{15})\\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", parentSchema: schema147.properties.cursor, data: data1 };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
      } else {
        const err4 = { instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema147.properties.cursor.type, parentSchema: schema147.properties.cursor, data: data1 };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
  } else {
    const err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema147.type, parentSchema: schema147, data };
    if (vErrors === null) {
      vErrors = [err5];
    } else {
      vErrors.push(err5);
    }
    errors++;
  }
  validate379.errors = vErrors;
  return errors === 0;
}
var listWebhookDeliveries_200 = validate380;
var schema148 = { "description": "A page of the delivery log.", "type": "object", "required": ["deliveries", "next_cursor"], "properties": { "deliveries": { "description": "The deliveries, newest first.", "type": "array", "maxItems": 100, "items": { "$ref": "#/$defs/WebhookDelivery" } }, "next_cursor": { "description": "The `cursor` of the next page. Null on the last page.", "type": ["string", "null"] } } };
function validate381(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs1 = errors;
  let valid0 = true;
  const _errs2 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.status !== void 0) {
      if ("pending" !== data.status) {
        const err0 = {};
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
  }
  var _valid0 = _errs2 === errors;
  errors = _errs1;
  if (vErrors !== null) {
    if (_errs1) {
      vErrors.length = _errs1;
    } else {
      vErrors = null;
    }
  }
  let ifClause0;
  if (_valid0) {
    const _errs4 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.next_attempt_at !== void 0) {
        let data1 = data.next_attempt_at;
        if (typeof data1 !== "string") {
          const err1 = { instancePath: instancePath + "/next_attempt_at", schemaPath: "#/then/properties/next_attempt_at/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema141.then.properties.next_attempt_at.type, parentSchema: schema141.then.properties.next_attempt_at, data: data1 };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
      }
    }
    var _valid0 = _errs4 === errors;
    valid0 = _valid0;
    ifClause0 = "then";
  } else {
    const _errs7 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.next_attempt_at !== void 0) {
        let data2 = data.next_attempt_at;
        if (data2 !== null) {
          const err2 = { instancePath: instancePath + "/next_attempt_at", schemaPath: "#/else/properties/next_attempt_at/type", keyword: "type", params: { type: "null" }, message: "must be null", schema: schema141.else.properties.next_attempt_at.type, parentSchema: schema141.else.properties.next_attempt_at, data: data2 };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      }
      if (data.attempts !== void 0) {
        let data3 = data.attempts;
        if (Array.isArray(data3)) {
          if (data3.length < 1) {
            const err3 = { instancePath: instancePath + "/attempts", schemaPath: "#/else/properties/attempts/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items", schema: 1, parentSchema: schema141.else.properties.attempts, data: data3 };
            if (vErrors === null) {
              vErrors = [err3];
            } else {
              vErrors.push(err3);
            }
            errors++;
          }
        }
      }
    }
    var _valid0 = _errs7 === errors;
    valid0 = _valid0;
    ifClause0 = "else";
  }
  if (!valid0) {
    const err4 = { instancePath, schemaPath: "#/if", keyword: "if", params: { failingKeyword: ifClause0 }, message: 'must match "' + ifClause0 + '" schema', schema: schema141.if, parentSchema: schema141, data };
    if (vErrors === null) {
      vErrors = [err4];
    } else {
      vErrors.push(err4);
    }
    errors++;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      const err5 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'", schema: schema141.required, parentSchema: schema141, data };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
    if (data.status === void 0) {
      const err6 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'", schema: schema141.required, parentSchema: schema141, data };
      if (vErrors === null) {
        vErrors = [err6];
      } else {
        vErrors.push(err6);
      }
      errors++;
    }
    if (data.created_at === void 0) {
      const err7 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "created_at" }, message: "must have required property 'created_at'", schema: schema141.required, parentSchema: schema141, data };
      if (vErrors === null) {
        vErrors = [err7];
      } else {
        vErrors.push(err7);
      }
      errors++;
    }
    if (data.next_attempt_at === void 0) {
      const err8 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "next_attempt_at" }, message: "must have required property 'next_attempt_at'", schema: schema141.required, parentSchema: schema141, data };
      if (vErrors === null) {
        vErrors = [err8];
      } else {
        vErrors.push(err8);
      }
      errors++;
    }
    if (data.redelivery_of === void 0) {
      const err9 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "redelivery_of" }, message: "must have required property 'redelivery_of'", schema: schema141.required, parentSchema: schema141, data };
      if (vErrors === null) {
        vErrors = [err9];
      } else {
        vErrors.push(err9);
      }
      errors++;
    }
    if (data.event === void 0) {
      const err10 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "event" }, message: "must have required property 'event'", schema: schema141.required, parentSchema: schema141, data };
      if (vErrors === null) {
        vErrors = [err10];
      } else {
        vErrors.push(err10);
      }
      errors++;
    }
    if (data.attempts === void 0) {
      const err11 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "attempts" }, message: "must have required property 'attempts'", schema: schema141.required, parentSchema: schema141, data };
      if (vErrors === null) {
        vErrors = [err11];
      } else {
        vErrors.push(err11);
      }
      errors++;
    }
    if (data.id !== void 0) {
      let data4 = data.id;
      if (typeof data4 === "string") {
        if (!formats2.test(data4)) {
          const err12 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"', schema: "uuid", parentSchema: schema141.properties.id, data: data4 };
          if (vErrors === null) {
            vErrors = [err12];
          } else {
            vErrors.push(err12);
          }
          errors++;
        }
      } else {
        const err13 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema141.properties.id.type, parentSchema: schema141.properties.id, data: data4 };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.status !== void 0) {
      let data5 = data.status;
      if (typeof data5 !== "string") {
        const err14 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema141.properties.status.type, parentSchema: schema141.properties.status, data: data5 };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
      if (!(data5 === "pending" || data5 === "delivered" || data5 === "failed")) {
        const err15 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/enum", keyword: "enum", params: { allowedValues: schema141.properties.status.enum }, message: "must be equal to one of the allowed values", schema: schema141.properties.status.enum, parentSchema: schema141.properties.status, data: data5 };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
    }
    if (data.created_at !== void 0) {
      if (!validate306.call(this, data.created_at, { instancePath: instancePath + "/created_at", parentData: data, parentDataProperty: "created_at", rootData })) {
        vErrors = vErrors === null ? validate306.errors : mergeErrors(vErrors, validate306.errors);
        errors = vErrors.length;
      }
    }
    if (data.next_attempt_at !== void 0) {
      if (!validate275.call(this, data.next_attempt_at, { instancePath: instancePath + "/next_attempt_at", parentData: data, parentDataProperty: "next_attempt_at", rootData })) {
        vErrors = vErrors === null ? validate275.errors : mergeErrors(vErrors, validate275.errors);
        errors = vErrors.length;
      }
    }
    if (data.redelivery_of !== void 0) {
      let data8 = data.redelivery_of;
      if (typeof data8 !== "string" && data8 !== null) {
        const err16 = { instancePath: instancePath + "/redelivery_of", schemaPath: "#/properties/redelivery_of/type", keyword: "type", params: { type: schema141.properties.redelivery_of.type }, message: "must be string,null", schema: schema141.properties.redelivery_of.type, parentSchema: schema141.properties.redelivery_of, data: data8 };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
      if (typeof data8 === "string") {
        if (!formats2.test(data8)) {
          const err17 = { instancePath: instancePath + "/redelivery_of", schemaPath: "#/properties/redelivery_of/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"', schema: "uuid", parentSchema: schema141.properties.redelivery_of, data: data8 };
          if (vErrors === null) {
            vErrors = [err17];
          } else {
            vErrors.push(err17);
          }
          errors++;
        }
      }
    }
    if (data.event !== void 0) {
      if (!validate365.call(this, data.event, { instancePath: instancePath + "/event", parentData: data, parentDataProperty: "event", rootData })) {
        vErrors = vErrors === null ? validate365.errors : mergeErrors(vErrors, validate365.errors);
        errors = vErrors.length;
      }
    }
    if (data.attempts !== void 0) {
      let data10 = data.attempts;
      if (Array.isArray(data10)) {
        if (data10.length > 6) {
          const err18 = { instancePath: instancePath + "/attempts", schemaPath: "#/properties/attempts/maxItems", keyword: "maxItems", params: { limit: 6 }, message: "must NOT have more than 6 items", schema: 6, parentSchema: schema141.properties.attempts, data: data10 };
          if (vErrors === null) {
            vErrors = [err18];
          } else {
            vErrors.push(err18);
          }
          errors++;
        }
        const len0 = data10.length;
        for (let i0 = 0; i0 < len0 && errors < 2e3; i0++) {
          if (!validate376.call(this, data10[i0], { instancePath: instancePath + "/attempts/" + i0, parentData: data10, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate376.errors : mergeErrors(vErrors, validate376.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err19 = { instancePath: instancePath + "/attempts", schemaPath: "#/properties/attempts/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema141.properties.attempts.type, parentSchema: schema141.properties.attempts, data: data10 };
        if (vErrors === null) {
          vErrors = [err19];
        } else {
          vErrors.push(err19);
        }
        errors++;
      }
    }
  } else {
    const err20 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema141.type, parentSchema: schema141, data };
    if (vErrors === null) {
      vErrors = [err20];
    } else {
      vErrors.push(err20);
    }
    errors++;
  }
  validate381.errors = vErrors;
  return errors === 0;
}
function validate380(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.deliveries === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "deliveries" }, message: "must have required property 'deliveries'", schema: schema148.required, parentSchema: schema148, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.next_cursor === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "next_cursor" }, message: "must have required property 'next_cursor'", schema: schema148.required, parentSchema: schema148, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.deliveries !== void 0) {
      let data0 = data.deliveries;
      if (Array.isArray(data0)) {
        if (data0.length > 100) {
          const err2 = { instancePath: instancePath + "/deliveries", schemaPath: "#/properties/deliveries/maxItems", keyword: "maxItems", params: { limit: 100 }, message: "must NOT have more than 100 items", schema: 100, parentSchema: schema148.properties.deliveries, data: data0 };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        const len0 = data0.length;
        for (let i0 = 0; i0 < len0 && errors < 2e3; i0++) {
          if (!validate381.call(this, data0[i0], { instancePath: instancePath + "/deliveries/" + i0, parentData: data0, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate381.errors : mergeErrors(vErrors, validate381.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err3 = { instancePath: instancePath + "/deliveries", schemaPath: "#/properties/deliveries/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema148.properties.deliveries.type, parentSchema: schema148.properties.deliveries, data: data0 };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.next_cursor !== void 0) {
      let data2 = data.next_cursor;
      if (typeof data2 !== "string" && data2 !== null) {
        const err4 = { instancePath: instancePath + "/next_cursor", schemaPath: "#/properties/next_cursor/type", keyword: "type", params: { type: schema148.properties.next_cursor.type }, message: "must be string,null", schema: schema148.properties.next_cursor.type, parentSchema: schema148.properties.next_cursor, data: data2 };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
  } else {
    const err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema148.type, parentSchema: schema148, data };
    if (vErrors === null) {
      vErrors = [err5];
    } else {
      vErrors.push(err5);
    }
    errors++;
  }
  validate380.errors = vErrors;
  return errors === 0;
}
var redeliverEvent_path = validate387;
var schema150 = { "type": "object", "required": ["id", "delivery_id"], "properties": { "id": { "type": "string", "format": "uuid" }, "delivery_id": { "type": "string", "format": "uuid" } } };
function validate387(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'", schema: schema150.required, parentSchema: schema150, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.delivery_id === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "delivery_id" }, message: "must have required property 'delivery_id'", schema: schema150.required, parentSchema: schema150, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.id !== void 0) {
      let data0 = data.id;
      if (typeof data0 === "string") {
        if (!formats2.test(data0)) {
          const err2 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"', schema: "uuid", parentSchema: schema150.properties.id, data: data0 };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      } else {
        const err3 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema150.properties.id.type, parentSchema: schema150.properties.id, data: data0 };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.delivery_id !== void 0) {
      let data1 = data.delivery_id;
      if (typeof data1 === "string") {
        if (!formats2.test(data1)) {
          const err4 = { instancePath: instancePath + "/delivery_id", schemaPath: "#/properties/delivery_id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"', schema: "uuid", parentSchema: schema150.properties.delivery_id, data: data1 };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
      } else {
        const err5 = { instancePath: instancePath + "/delivery_id", schemaPath: "#/properties/delivery_id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema150.properties.delivery_id.type, parentSchema: schema150.properties.delivery_id, data: data1 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
  } else {
    const err6 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema150.type, parentSchema: schema150, data };
    if (vErrors === null) {
      vErrors = [err6];
    } else {
      vErrors.push(err6);
    }
    errors++;
  }
  validate387.errors = vErrors;
  return errors === 0;
}
var decideVerificationRequestBody = validate388;
var schema151 = { "description": "The decision of a sandbox user on a verification request.", "oneOf": [{ "$ref": "#/$defs/SharedIdentity" }, { "$ref": "#/$defs/RefusedVerification" }], "discriminator": { "propertyName": "status" }, "type": "object", "if": { "type": "object", "required": ["status"], "properties": { "status": { "type": "string", "enum": ["verified", "canceled"] } } }, "else": { "description": "The user verifies the request with a digital identity.", "type": "object", "additionalProperties": false, "required": ["status"], "properties": { "status": { "type": "string", "enum": ["verified", "canceled"] }, "digital_identity": { "description": "The identity that the user shares.", "type": "object", "additionalProperties": false, "required": ["full_name"], "properties": { "full_name": { "description": "Name of the user.", "$ref": "#/$defs/Text" } } } } } };
var schema152 = { "description": "The user verifies the request with a digital identity.", "type": "object", "additionalProperties": false, "required": ["status", "digital_identity"], "properties": { "status": { "description": "The new status of the request.", "type": "string", "enum": ["verified"] }, "digital_identity": { "description": "The identity that the user shares.", "type": "object", "additionalProperties": false, "required": ["full_name"], "properties": { "full_name": { "description": "Name of the user.", "$ref": "#/$defs/Text" } } } } };
function validate390(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.status === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'", schema: schema152.required, parentSchema: schema152, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.digital_identity === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "digital_identity" }, message: "must have required property 'digital_identity'", schema: schema152.required, parentSchema: schema152, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "status" || key0 === "digital_identity")) {
        const err2 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema152, data };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.status !== void 0) {
      let data0 = data.status;
      if (typeof data0 !== "string") {
        const err3 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema152.properties.status.type, parentSchema: schema152.properties.status, data: data0 };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
      if (!(data0 === "verified")) {
        const err4 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/enum", keyword: "enum", params: { allowedValues: schema152.properties.status.enum }, message: "must be equal to one of the allowed values", schema: schema152.properties.status.enum, parentSchema: schema152.properties.status, data: data0 };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.digital_identity !== void 0) {
      let data1 = data.digital_identity;
      if (data1 && typeof data1 == "object" && !Array.isArray(data1)) {
        if (data1.full_name === void 0) {
          const err5 = { instancePath: instancePath + "/digital_identity", schemaPath: "#/properties/digital_identity/required", keyword: "required", params: { missingProperty: "full_name" }, message: "must have required property 'full_name'", schema: schema152.properties.digital_identity.required, parentSchema: schema152.properties.digital_identity, data: data1 };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
        for (const key1 in data1) {
          if (errors >= 2e3) break;
          if (!(key1 === "full_name")) {
            const err6 = { instancePath: instancePath + "/digital_identity", schemaPath: "#/properties/digital_identity/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties", schema: false, parentSchema: schema152.properties.digital_identity, data: data1 };
            if (vErrors === null) {
              vErrors = [err6];
            } else {
              vErrors.push(err6);
            }
            errors++;
          }
        }
        if (data1.full_name !== void 0) {
          if (!validate63.call(this, data1.full_name, { instancePath: instancePath + "/digital_identity/full_name", parentData: data1, parentDataProperty: "full_name", rootData })) {
            vErrors = vErrors === null ? validate63.errors : mergeErrors(vErrors, validate63.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err7 = { instancePath: instancePath + "/digital_identity", schemaPath: "#/properties/digital_identity/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema152.properties.digital_identity.type, parentSchema: schema152.properties.digital_identity, data: data1 };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
  } else {
    const err8 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema152.type, parentSchema: schema152, data };
    if (vErrors === null) {
      vErrors = [err8];
    } else {
      vErrors.push(err8);
    }
    errors++;
  }
  validate390.errors = vErrors;
  return errors === 0;
}
var schema153 = { "description": "The user cancels the request.", "type": "object", "additionalProperties": false, "required": ["status"], "properties": { "status": { "description": "The new status of the request.", "type": "string", "enum": ["canceled"] } } };
function validate392(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.status === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'", schema: schema153.required, parentSchema: schema153, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "status")) {
        const err1 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema153, data };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (data.status !== void 0) {
      let data0 = data.status;
      if (typeof data0 !== "string") {
        const err2 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema153.properties.status.type, parentSchema: schema153.properties.status, data: data0 };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
      if (!(data0 === "canceled")) {
        const err3 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/enum", keyword: "enum", params: { allowedValues: schema153.properties.status.enum }, message: "must be equal to one of the allowed values", schema: schema153.properties.status.enum, parentSchema: schema153.properties.status, data: data0 };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
  } else {
    const err4 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema153.type, parentSchema: schema153, data };
    if (vErrors === null) {
      vErrors = [err4];
    } else {
      vErrors.push(err4);
    }
    errors++;
  }
  validate392.errors = vErrors;
  return errors === 0;
}
function validate388(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs2 = errors;
  let valid0 = true;
  const _errs3 = errors;
  if (errors === _errs3) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.status === void 0 && (missing0 = "status")) {
        const err0 = {};
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      } else {
        if (data.status !== void 0) {
          let data0 = data.status;
          if (typeof data0 !== "string") {
            const err1 = {};
            if (vErrors === null) {
              vErrors = [err1];
            } else {
              vErrors.push(err1);
            }
            errors++;
          }
          if (!(data0 === "verified" || data0 === "canceled")) {
            const err2 = {};
            if (vErrors === null) {
              vErrors = [err2];
            } else {
              vErrors.push(err2);
            }
            errors++;
          }
        }
      }
    } else {
      const err3 = {};
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
  }
  var _valid0 = _errs3 === errors;
  errors = _errs2;
  if (vErrors !== null) {
    if (_errs2) {
      vErrors.length = _errs2;
    } else {
      vErrors = null;
    }
  }
  if (!_valid0) {
    const _errs7 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.status === void 0) {
        const err4 = { instancePath, schemaPath: "#/else/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'", schema: schema151.else.required, parentSchema: schema151.else, data };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
      for (const key0 in data) {
        if (errors >= 2e3) break;
        if (!(key0 === "status" || key0 === "digital_identity")) {
          const err5 = { instancePath, schemaPath: "#/else/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema151.else, data };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
      }
      if (data.status !== void 0) {
        let data1 = data.status;
        if (typeof data1 !== "string") {
          const err6 = { instancePath: instancePath + "/status", schemaPath: "#/else/properties/status/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema151.else.properties.status.type, parentSchema: schema151.else.properties.status, data: data1 };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
        if (!(data1 === "verified" || data1 === "canceled")) {
          const err7 = { instancePath: instancePath + "/status", schemaPath: "#/else/properties/status/enum", keyword: "enum", params: { allowedValues: schema151.else.properties.status.enum }, message: "must be equal to one of the allowed values", schema: schema151.else.properties.status.enum, parentSchema: schema151.else.properties.status, data: data1 };
          if (vErrors === null) {
            vErrors = [err7];
          } else {
            vErrors.push(err7);
          }
          errors++;
        }
      }
      if (data.digital_identity !== void 0) {
        let data2 = data.digital_identity;
        if (data2 && typeof data2 == "object" && !Array.isArray(data2)) {
          if (data2.full_name === void 0) {
            const err8 = { instancePath: instancePath + "/digital_identity", schemaPath: "#/else/properties/digital_identity/required", keyword: "required", params: { missingProperty: "full_name" }, message: "must have required property 'full_name'", schema: schema151.else.properties.digital_identity.required, parentSchema: schema151.else.properties.digital_identity, data: data2 };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
          for (const key1 in data2) {
            if (errors >= 2e3) break;
            if (!(key1 === "full_name")) {
              const err9 = { instancePath: instancePath + "/digital_identity", schemaPath: "#/else/properties/digital_identity/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties", schema: false, parentSchema: schema151.else.properties.digital_identity, data: data2 };
              if (vErrors === null) {
                vErrors = [err9];
              } else {
                vErrors.push(err9);
              }
              errors++;
            }
          }
          if (data2.full_name !== void 0) {
            if (!validate63.call(this, data2.full_name, { instancePath: instancePath + "/digital_identity/full_name", parentData: data2, parentDataProperty: "full_name", rootData })) {
              vErrors = vErrors === null ? validate63.errors : mergeErrors(vErrors, validate63.errors);
              errors = vErrors.length;
            }
          }
        } else {
          const err10 = { instancePath: instancePath + "/digital_identity", schemaPath: "#/else/properties/digital_identity/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema151.else.properties.digital_identity.type, parentSchema: schema151.else.properties.digital_identity, data: data2 };
          if (vErrors === null) {
            vErrors = [err10];
          } else {
            vErrors.push(err10);
          }
          errors++;
        }
      }
    } else {
      const err11 = { instancePath, schemaPath: "#/else/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema151.else.type, parentSchema: schema151.else, data };
      if (vErrors === null) {
        vErrors = [err11];
      } else {
        vErrors.push(err11);
      }
      errors++;
    }
    var _valid0 = _errs7 === errors;
    valid0 = _valid0;
  }
  if (!valid0) {
    const err12 = { instancePath, schemaPath: "#/if", keyword: "if", params: { failingKeyword: "else" }, message: 'must match "else" schema', schema: schema151.if, parentSchema: schema151, data };
    if (vErrors === null) {
      vErrors = [err12];
    } else {
      vErrors.push(err12);
    }
    errors++;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    const tag0 = data.status;
    if (typeof tag0 == "string") {
      if (tag0 === "verified") {
        if (!validate390.call(this, data, { instancePath, parentData, parentDataProperty, rootData })) {
          vErrors = vErrors === null ? validate390.errors : mergeErrors(vErrors, validate390.errors);
          errors = vErrors.length;
        }
      } else if (tag0 === "canceled") {
        if (!validate392.call(this, data, { instancePath, parentData, parentDataProperty, rootData })) {
          vErrors = vErrors === null ? validate392.errors : mergeErrors(vErrors, validate392.errors);
          errors = vErrors.length;
        }
      } else {
        const err13 = { instancePath, schemaPath: "#/discriminator", keyword: "discriminator", params: { error: "mapping", tag: "status", tagValue: tag0 }, message: 'value of tag "status" must be in oneOf', schema: schema151.discriminator, parentSchema: schema151, data };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    } else {
      const err14 = { instancePath, schemaPath: "#/discriminator", keyword: "discriminator", params: { error: "tag", tag: "status", tagValue: tag0 }, message: 'tag "status" must be string', schema: schema151.discriminator, parentSchema: schema151, data };
      if (vErrors === null) {
        vErrors = [err14];
      } else {
        vErrors.push(err14);
      }
      errors++;
    }
  } else {
    const err15 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema151.type, parentSchema: schema151, data };
    if (vErrors === null) {
      vErrors = [err15];
    } else {
      vErrors.push(err15);
    }
    errors++;
  }
  validate388.errors = vErrors;
  return errors === 0;
}
var decideSubmissionBody = validate395;
var schema154 = { "description": "The decision of a sandbox user on a submission.", "type": "object", "additionalProperties": false, "required": ["status"], "properties": { "status": { "description": "`verified`: the user consents. `canceled`: the user declines, and the submitted data is deleted.", "type": "string", "enum": ["verified", "canceled"] } } };
function validate395(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.status === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'", schema: schema154.required, parentSchema: schema154, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    for (const key0 in data) {
      if (errors >= 2e3) break;
      if (!(key0 === "status")) {
        const err1 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema154, data };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (data.status !== void 0) {
      let data0 = data.status;
      if (typeof data0 !== "string") {
        const err2 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema154.properties.status.type, parentSchema: schema154.properties.status, data: data0 };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
      if (!(data0 === "verified" || data0 === "canceled")) {
        const err3 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/enum", keyword: "enum", params: { allowedValues: schema154.properties.status.enum }, message: "must be equal to one of the allowed values", schema: schema154.properties.status.enum, parentSchema: schema154.properties.status, data: data0 };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
  } else {
    const err4 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema154.type, parentSchema: schema154, data };
    if (vErrors === null) {
      vErrors = [err4];
    } else {
      vErrors.push(err4);
    }
    errors++;
  }
  validate395.errors = vErrors;
  return errors === 0;
}
var getAuthorizationServerMetadata_200 = validate396;
var schema155 = { "description": "The metadata of the authorization server (RFC 8414, section 2).", "type": "object", "required": ["issuer", "token_endpoint", "jwks_uri", "scopes_supported", "response_types_supported", "grant_types_supported", "token_endpoint_auth_methods_supported", "service_documentation"], "properties": { "issuer": { "description": "The base URL of the API, which is the `iss` claim of access tokens.", "type": "string", "format": "uri", "x-value": "{$server.url}" }, "token_endpoint": { "description": "The URL of `createTokenV2`.", "type": "string", "format": "uri", "x-value": "{$server.url}/api/partner/v2/oauth/token.json" }, "jwks_uri": { "description": "The URL of `getJwks`.", "type": "string", "format": "uri", "x-value": "{$server.url}/.well-known/jwks.json" }, "scopes_supported": { "description": "The scopes that a partner can be granted.", "type": "array", "x-value": "{$scopes}", "items": { "type": "string" } }, "response_types_supported": { "description": "Empty: there is no authorization endpoint.", "type": "array", "maxItems": 0, "items": { "type": "string" } }, "grant_types_supported": { "description": "The supported grant types: only `client_credentials`.", "type": "array", "minItems": 1, "items": { "type": "string", "pattern": "^client_credentials$" } }, "token_endpoint_auth_methods_supported": { "description": "How a client can authenticate at the token endpoint: `client_secret_basic` or `client_secret_post`.", "type": "array", "minItems": 2, "uniqueItems": true, "items": { "type": "string", "pattern": "^client_secret_(basic|post)$" } }, "service_documentation": { "description": "The URL of the API reference.", "type": "string", "format": "uri", "x-serves": "text/html" } } };
var pattern58 = new RegExp("^client_credentials$", "u");
var pattern59 = new RegExp("^client_secret_(basic|post)$", "u");
function validate396(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.issuer === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "issuer" }, message: "must have required property 'issuer'", schema: schema155.required, parentSchema: schema155, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.token_endpoint === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "token_endpoint" }, message: "must have required property 'token_endpoint'", schema: schema155.required, parentSchema: schema155, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.jwks_uri === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "jwks_uri" }, message: "must have required property 'jwks_uri'", schema: schema155.required, parentSchema: schema155, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.scopes_supported === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "scopes_supported" }, message: "must have required property 'scopes_supported'", schema: schema155.required, parentSchema: schema155, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.response_types_supported === void 0) {
      const err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "response_types_supported" }, message: "must have required property 'response_types_supported'", schema: schema155.required, parentSchema: schema155, data };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    if (data.grant_types_supported === void 0) {
      const err5 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "grant_types_supported" }, message: "must have required property 'grant_types_supported'", schema: schema155.required, parentSchema: schema155, data };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
    if (data.token_endpoint_auth_methods_supported === void 0) {
      const err6 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "token_endpoint_auth_methods_supported" }, message: "must have required property 'token_endpoint_auth_methods_supported'", schema: schema155.required, parentSchema: schema155, data };
      if (vErrors === null) {
        vErrors = [err6];
      } else {
        vErrors.push(err6);
      }
      errors++;
    }
    if (data.service_documentation === void 0) {
      const err7 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "service_documentation" }, message: "must have required property 'service_documentation'", schema: schema155.required, parentSchema: schema155, data };
      if (vErrors === null) {
        vErrors = [err7];
      } else {
        vErrors.push(err7);
      }
      errors++;
    }
    if (data.issuer !== void 0) {
      let data0 = data.issuer;
      if (typeof data0 === "string") {
        if (!formats12(data0)) {
          const err8 = { instancePath: instancePath + "/issuer", schemaPath: "#/properties/issuer/format", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"', schema: "uri", parentSchema: schema155.properties.issuer, data: data0 };
          if (vErrors === null) {
            vErrors = [err8];
          } else {
            vErrors.push(err8);
          }
          errors++;
        }
      } else {
        const err9 = { instancePath: instancePath + "/issuer", schemaPath: "#/properties/issuer/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema155.properties.issuer.type, parentSchema: schema155.properties.issuer, data: data0 };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
    if (data.token_endpoint !== void 0) {
      let data1 = data.token_endpoint;
      if (typeof data1 === "string") {
        if (!formats12(data1)) {
          const err10 = { instancePath: instancePath + "/token_endpoint", schemaPath: "#/properties/token_endpoint/format", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"', schema: "uri", parentSchema: schema155.properties.token_endpoint, data: data1 };
          if (vErrors === null) {
            vErrors = [err10];
          } else {
            vErrors.push(err10);
          }
          errors++;
        }
      } else {
        const err11 = { instancePath: instancePath + "/token_endpoint", schemaPath: "#/properties/token_endpoint/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema155.properties.token_endpoint.type, parentSchema: schema155.properties.token_endpoint, data: data1 };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
    if (data.jwks_uri !== void 0) {
      let data2 = data.jwks_uri;
      if (typeof data2 === "string") {
        if (!formats12(data2)) {
          const err12 = { instancePath: instancePath + "/jwks_uri", schemaPath: "#/properties/jwks_uri/format", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"', schema: "uri", parentSchema: schema155.properties.jwks_uri, data: data2 };
          if (vErrors === null) {
            vErrors = [err12];
          } else {
            vErrors.push(err12);
          }
          errors++;
        }
      } else {
        const err13 = { instancePath: instancePath + "/jwks_uri", schemaPath: "#/properties/jwks_uri/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema155.properties.jwks_uri.type, parentSchema: schema155.properties.jwks_uri, data: data2 };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.scopes_supported !== void 0) {
      let data3 = data.scopes_supported;
      if (Array.isArray(data3)) {
        const len0 = data3.length;
        for (let i0 = 0; i0 < len0 && errors < 2e3; i0++) {
          let data4 = data3[i0];
          if (typeof data4 !== "string") {
            const err14 = { instancePath: instancePath + "/scopes_supported/" + i0, schemaPath: "#/properties/scopes_supported/items/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema155.properties.scopes_supported.items.type, parentSchema: schema155.properties.scopes_supported.items, data: data4 };
            if (vErrors === null) {
              vErrors = [err14];
            } else {
              vErrors.push(err14);
            }
            errors++;
          }
        }
      } else {
        const err15 = { instancePath: instancePath + "/scopes_supported", schemaPath: "#/properties/scopes_supported/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema155.properties.scopes_supported.type, parentSchema: schema155.properties.scopes_supported, data: data3 };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
    }
    if (data.response_types_supported !== void 0) {
      let data5 = data.response_types_supported;
      if (Array.isArray(data5)) {
        if (data5.length > 0) {
          const err16 = { instancePath: instancePath + "/response_types_supported", schemaPath: "#/properties/response_types_supported/maxItems", keyword: "maxItems", params: { limit: 0 }, message: "must NOT have more than 0 items", schema: 0, parentSchema: schema155.properties.response_types_supported, data: data5 };
          if (vErrors === null) {
            vErrors = [err16];
          } else {
            vErrors.push(err16);
          }
          errors++;
        }
        const len1 = data5.length;
        for (let i1 = 0; i1 < len1 && errors < 2e3; i1++) {
          let data6 = data5[i1];
          if (typeof data6 !== "string") {
            const err17 = { instancePath: instancePath + "/response_types_supported/" + i1, schemaPath: "#/properties/response_types_supported/items/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema155.properties.response_types_supported.items.type, parentSchema: schema155.properties.response_types_supported.items, data: data6 };
            if (vErrors === null) {
              vErrors = [err17];
            } else {
              vErrors.push(err17);
            }
            errors++;
          }
        }
      } else {
        const err18 = { instancePath: instancePath + "/response_types_supported", schemaPath: "#/properties/response_types_supported/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema155.properties.response_types_supported.type, parentSchema: schema155.properties.response_types_supported, data: data5 };
        if (vErrors === null) {
          vErrors = [err18];
        } else {
          vErrors.push(err18);
        }
        errors++;
      }
    }
    if (data.grant_types_supported !== void 0) {
      let data7 = data.grant_types_supported;
      if (Array.isArray(data7)) {
        if (data7.length < 1) {
          const err19 = { instancePath: instancePath + "/grant_types_supported", schemaPath: "#/properties/grant_types_supported/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items", schema: 1, parentSchema: schema155.properties.grant_types_supported, data: data7 };
          if (vErrors === null) {
            vErrors = [err19];
          } else {
            vErrors.push(err19);
          }
          errors++;
        }
        const len2 = data7.length;
        for (let i2 = 0; i2 < len2 && errors < 2e3; i2++) {
          let data8 = data7[i2];
          if (typeof data8 === "string") {
            if (!pattern58.test(data8)) {
              const err20 = { instancePath: instancePath + "/grant_types_supported/" + i2, schemaPath: "#/properties/grant_types_supported/items/pattern", keyword: "pattern", params: { pattern: "^client_credentials$" }, message: 'must match pattern "^client_credentials$"', schema: "^client_credentials$", parentSchema: schema155.properties.grant_types_supported.items, data: data8 };
              if (vErrors === null) {
                vErrors = [err20];
              } else {
                vErrors.push(err20);
              }
              errors++;
            }
          } else {
            const err21 = { instancePath: instancePath + "/grant_types_supported/" + i2, schemaPath: "#/properties/grant_types_supported/items/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema155.properties.grant_types_supported.items.type, parentSchema: schema155.properties.grant_types_supported.items, data: data8 };
            if (vErrors === null) {
              vErrors = [err21];
            } else {
              vErrors.push(err21);
            }
            errors++;
          }
        }
      } else {
        const err22 = { instancePath: instancePath + "/grant_types_supported", schemaPath: "#/properties/grant_types_supported/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema155.properties.grant_types_supported.type, parentSchema: schema155.properties.grant_types_supported, data: data7 };
        if (vErrors === null) {
          vErrors = [err22];
        } else {
          vErrors.push(err22);
        }
        errors++;
      }
    }
    if (data.token_endpoint_auth_methods_supported !== void 0) {
      let data9 = data.token_endpoint_auth_methods_supported;
      if (Array.isArray(data9)) {
        if (data9.length < 2) {
          const err23 = { instancePath: instancePath + "/token_endpoint_auth_methods_supported", schemaPath: "#/properties/token_endpoint_auth_methods_supported/minItems", keyword: "minItems", params: { limit: 2 }, message: "must NOT have fewer than 2 items", schema: 2, parentSchema: schema155.properties.token_endpoint_auth_methods_supported, data: data9 };
          if (vErrors === null) {
            vErrors = [err23];
          } else {
            vErrors.push(err23);
          }
          errors++;
        }
        const len3 = data9.length;
        for (let i3 = 0; i3 < len3 && errors < 2e3; i3++) {
          let data10 = data9[i3];
          if (typeof data10 === "string") {
            if (!pattern59.test(data10)) {
              const err24 = { instancePath: instancePath + "/token_endpoint_auth_methods_supported/" + i3, schemaPath: "#/properties/token_endpoint_auth_methods_supported/items/pattern", keyword: "pattern", params: { pattern: "^client_secret_(basic|post)$" }, message: 'must match pattern "^client_secret_(basic|post)$"', schema: "^client_secret_(basic|post)$", parentSchema: schema155.properties.token_endpoint_auth_methods_supported.items, data: data10 };
              if (vErrors === null) {
                vErrors = [err24];
              } else {
                vErrors.push(err24);
              }
              errors++;
            }
          } else {
            const err25 = { instancePath: instancePath + "/token_endpoint_auth_methods_supported/" + i3, schemaPath: "#/properties/token_endpoint_auth_methods_supported/items/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema155.properties.token_endpoint_auth_methods_supported.items.type, parentSchema: schema155.properties.token_endpoint_auth_methods_supported.items, data: data10 };
            if (vErrors === null) {
              vErrors = [err25];
            } else {
              vErrors.push(err25);
            }
            errors++;
          }
        }
        let i4 = data9.length;
        let j0;
        if (i4 > 1) {
          const indices0 = {};
          for (; i4--; ) {
            let item0 = data9[i4];
            if (typeof item0 !== "string") {
              continue;
            }
            if (typeof indices0[item0] == "number") {
              j0 = indices0[item0];
              const err26 = { instancePath: instancePath + "/token_endpoint_auth_methods_supported", schemaPath: "#/properties/token_endpoint_auth_methods_supported/uniqueItems", keyword: "uniqueItems", params: { i: i4, j: j0 }, message: "must NOT have duplicate items (items ## " + j0 + " and " + i4 + " are identical)", schema: true, parentSchema: schema155.properties.token_endpoint_auth_methods_supported, data: data9 };
              if (vErrors === null) {
                vErrors = [err26];
              } else {
                vErrors.push(err26);
              }
              errors++;
              break;
            }
            indices0[item0] = i4;
          }
        }
      } else {
        const err27 = { instancePath: instancePath + "/token_endpoint_auth_methods_supported", schemaPath: "#/properties/token_endpoint_auth_methods_supported/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema155.properties.token_endpoint_auth_methods_supported.type, parentSchema: schema155.properties.token_endpoint_auth_methods_supported, data: data9 };
        if (vErrors === null) {
          vErrors = [err27];
        } else {
          vErrors.push(err27);
        }
        errors++;
      }
    }
    if (data.service_documentation !== void 0) {
      let data11 = data.service_documentation;
      if (typeof data11 === "string") {
        if (!formats12(data11)) {
          const err28 = { instancePath: instancePath + "/service_documentation", schemaPath: "#/properties/service_documentation/format", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"', schema: "uri", parentSchema: schema155.properties.service_documentation, data: data11 };
          if (vErrors === null) {
            vErrors = [err28];
          } else {
            vErrors.push(err28);
          }
          errors++;
        }
      } else {
        const err29 = { instancePath: instancePath + "/service_documentation", schemaPath: "#/properties/service_documentation/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema155.properties.service_documentation.type, parentSchema: schema155.properties.service_documentation, data: data11 };
        if (vErrors === null) {
          vErrors = [err29];
        } else {
          vErrors.push(err29);
        }
        errors++;
      }
    }
  } else {
    const err30 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema155.type, parentSchema: schema155, data };
    if (vErrors === null) {
      vErrors = [err30];
    } else {
      vErrors.push(err30);
    }
    errors++;
  }
  validate396.errors = vErrors;
  return errors === 0;
}
var getAuthorizationServerMetadata_200_headers = validate397;
var schema156 = { "type": "object", "required": ["x-request-id", "cache-control"], "properties": { "x-request-id": { "type": "string", "format": "uuid" }, "cache-control": { "type": "string", "pattern": "^public, max-age=[0-9]+$", "x-value": "public, max-age={$service.well_known_cache_seconds}" } } };
var pattern60 = new RegExp("^public, max-age=[0-9]+$", "u");
function validate397(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data["x-request-id"] === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "x-request-id" }, message: "must have required property 'x-request-id'", schema: schema156.required, parentSchema: schema156, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data["cache-control"] === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "cache-control" }, message: "must have required property 'cache-control'", schema: schema156.required, parentSchema: schema156, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data["x-request-id"] !== void 0) {
      let data0 = data["x-request-id"];
      if (typeof data0 === "string") {
        if (!formats2.test(data0)) {
          const err2 = { instancePath: instancePath + "/x-request-id", schemaPath: "#/properties/x-request-id/format", keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"', schema: "uuid", parentSchema: schema156.properties["x-request-id"], data: data0 };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
      } else {
        const err3 = { instancePath: instancePath + "/x-request-id", schemaPath: "#/properties/x-request-id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema156.properties["x-request-id"].type, parentSchema: schema156.properties["x-request-id"], data: data0 };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data["cache-control"] !== void 0) {
      let data1 = data["cache-control"];
      if (typeof data1 === "string") {
        if (!pattern60.test(data1)) {
          const err4 = { instancePath: instancePath + "/cache-control", schemaPath: "#/properties/cache-control/pattern", keyword: "pattern", params: { pattern: "^public, max-age=[0-9]+$" }, message: 'must match pattern "^public, max-age=[0-9]+$"', schema: "^public, max-age=[0-9]+$", parentSchema: schema156.properties["cache-control"], data: data1 };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
      } else {
        const err5 = { instancePath: instancePath + "/cache-control", schemaPath: "#/properties/cache-control/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema156.properties["cache-control"].type, parentSchema: schema156.properties["cache-control"], data: data1 };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
  } else {
    const err6 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema156.type, parentSchema: schema156, data };
    if (vErrors === null) {
      vErrors = [err6];
    } else {
      vErrors.push(err6);
    }
    errors++;
  }
  validate397.errors = vErrors;
  return errors === 0;
}
var getJwks_200 = validate398;
var schema157 = { "description": "The public keys that verify access tokens (RFC 7517).", "type": "object", "required": ["keys"], "properties": { "keys": { "description": "The keys, with the current key first. An earlier key stays in the set until all tokens that were signed with it have expired.", "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/Jwk" } } } };
var schema158 = { "description": "A public key on the curve P-256 (RFC 7518, section 6.2).", "type": "object", "required": ["kty", "crv", "x", "y", "kid", "use", "alg"], "properties": { "kty": { "description": "The key type.", "type": "string", "const": "EC" }, "crv": { "description": "The curve of the key.", "type": "string", "const": "P-256" }, "x": { "description": "The x coordinate, encoded in base64url.", "type": "string", "pattern": "^[\\w-]{43}$" }, "y": { "description": "The y coordinate, encoded in base64url.", "type": "string", "pattern": "^[\\w-]{43}$" }, "kid": { "description": "The thumbprint of the key (RFC 7638). It is also the `kid` of the tokens that are signed with the key.", "type": "string", "x-thumbprint": "sha256" }, "use": { "description": "The use of the key.", "type": "string", "const": "sig" }, "alg": { "description": "The signature algorithm of the key.", "type": "string", "const": "ES256" } } };
var pattern61 = new RegExp("^[\\w-]{43}$", "u");
function validate399(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.kty === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "kty" }, message: "must have required property 'kty'", schema: schema158.required, parentSchema: schema158, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.crv === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "crv" }, message: "must have required property 'crv'", schema: schema158.required, parentSchema: schema158, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.x === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "x" }, message: "must have required property 'x'", schema: schema158.required, parentSchema: schema158, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.y === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "y" }, message: "must have required property 'y'", schema: schema158.required, parentSchema: schema158, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.kid === void 0) {
      const err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "kid" }, message: "must have required property 'kid'", schema: schema158.required, parentSchema: schema158, data };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    if (data.use === void 0) {
      const err5 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "use" }, message: "must have required property 'use'", schema: schema158.required, parentSchema: schema158, data };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
    if (data.alg === void 0) {
      const err6 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "alg" }, message: "must have required property 'alg'", schema: schema158.required, parentSchema: schema158, data };
      if (vErrors === null) {
        vErrors = [err6];
      } else {
        vErrors.push(err6);
      }
      errors++;
    }
    if (data.kty !== void 0) {
      let data0 = data.kty;
      if (typeof data0 !== "string") {
        const err7 = { instancePath: instancePath + "/kty", schemaPath: "#/properties/kty/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema158.properties.kty.type, parentSchema: schema158.properties.kty, data: data0 };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
      if ("EC" !== data0) {
        const err8 = { instancePath: instancePath + "/kty", schemaPath: "#/properties/kty/const", keyword: "const", params: { allowedValue: "EC" }, message: "must be equal to constant", schema: "EC", parentSchema: schema158.properties.kty, data: data0 };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.crv !== void 0) {
      let data1 = data.crv;
      if (typeof data1 !== "string") {
        const err9 = { instancePath: instancePath + "/crv", schemaPath: "#/properties/crv/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema158.properties.crv.type, parentSchema: schema158.properties.crv, data: data1 };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
      if ("P-256" !== data1) {
        const err10 = { instancePath: instancePath + "/crv", schemaPath: "#/properties/crv/const", keyword: "const", params: { allowedValue: "P-256" }, message: "must be equal to constant", schema: "P-256", parentSchema: schema158.properties.crv, data: data1 };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    if (data.x !== void 0) {
      let data2 = data.x;
      if (typeof data2 === "string") {
        if (!pattern61.test(data2)) {
          const err11 = { instancePath: instancePath + "/x", schemaPath: "#/properties/x/pattern", keyword: "pattern", params: { pattern: "^[\\w-]{43}$" }, message: 'must match pattern "^[\\w-]{43}$"', schema: "^[\\w-]{43}$", parentSchema: schema158.properties.x, data: data2 };
          if (vErrors === null) {
            vErrors = [err11];
          } else {
            vErrors.push(err11);
          }
          errors++;
        }
      } else {
        const err12 = { instancePath: instancePath + "/x", schemaPath: "#/properties/x/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema158.properties.x.type, parentSchema: schema158.properties.x, data: data2 };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.y !== void 0) {
      let data3 = data.y;
      if (typeof data3 === "string") {
        if (!pattern61.test(data3)) {
          const err13 = { instancePath: instancePath + "/y", schemaPath: "#/properties/y/pattern", keyword: "pattern", params: { pattern: "^[\\w-]{43}$" }, message: 'must match pattern "^[\\w-]{43}$"', schema: "^[\\w-]{43}$", parentSchema: schema158.properties.y, data: data3 };
          if (vErrors === null) {
            vErrors = [err13];
          } else {
            vErrors.push(err13);
          }
          errors++;
        }
      } else {
        const err14 = { instancePath: instancePath + "/y", schemaPath: "#/properties/y/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema158.properties.y.type, parentSchema: schema158.properties.y, data: data3 };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
    }
    if (data.kid !== void 0) {
      let data4 = data.kid;
      if (typeof data4 !== "string") {
        const err15 = { instancePath: instancePath + "/kid", schemaPath: "#/properties/kid/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema158.properties.kid.type, parentSchema: schema158.properties.kid, data: data4 };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
    }
    if (data.use !== void 0) {
      let data5 = data.use;
      if (typeof data5 !== "string") {
        const err16 = { instancePath: instancePath + "/use", schemaPath: "#/properties/use/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema158.properties.use.type, parentSchema: schema158.properties.use, data: data5 };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
      if ("sig" !== data5) {
        const err17 = { instancePath: instancePath + "/use", schemaPath: "#/properties/use/const", keyword: "const", params: { allowedValue: "sig" }, message: "must be equal to constant", schema: "sig", parentSchema: schema158.properties.use, data: data5 };
        if (vErrors === null) {
          vErrors = [err17];
        } else {
          vErrors.push(err17);
        }
        errors++;
      }
    }
    if (data.alg !== void 0) {
      let data6 = data.alg;
      if (typeof data6 !== "string") {
        const err18 = { instancePath: instancePath + "/alg", schemaPath: "#/properties/alg/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema158.properties.alg.type, parentSchema: schema158.properties.alg, data: data6 };
        if (vErrors === null) {
          vErrors = [err18];
        } else {
          vErrors.push(err18);
        }
        errors++;
      }
      if ("ES256" !== data6) {
        const err19 = { instancePath: instancePath + "/alg", schemaPath: "#/properties/alg/const", keyword: "const", params: { allowedValue: "ES256" }, message: "must be equal to constant", schema: "ES256", parentSchema: schema158.properties.alg, data: data6 };
        if (vErrors === null) {
          vErrors = [err19];
        } else {
          vErrors.push(err19);
        }
        errors++;
      }
    }
  } else {
    const err20 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema158.type, parentSchema: schema158, data };
    if (vErrors === null) {
      vErrors = [err20];
    } else {
      vErrors.push(err20);
    }
    errors++;
  }
  validate399.errors = vErrors;
  return errors === 0;
}
function validate398(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.keys === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "keys" }, message: "must have required property 'keys'", schema: schema157.required, parentSchema: schema157, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.keys !== void 0) {
      let data0 = data.keys;
      if (Array.isArray(data0)) {
        if (data0.length < 1) {
          const err1 = { instancePath: instancePath + "/keys", schemaPath: "#/properties/keys/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items", schema: 1, parentSchema: schema157.properties.keys, data: data0 };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        const len0 = data0.length;
        for (let i0 = 0; i0 < len0 && errors < 2e3; i0++) {
          if (!validate399.call(this, data0[i0], { instancePath: instancePath + "/keys/" + i0, parentData: data0, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate399.errors : mergeErrors(vErrors, validate399.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err2 = { instancePath: instancePath + "/keys", schemaPath: "#/properties/keys/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema157.properties.keys.type, parentSchema: schema157.properties.keys, data: data0 };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
  } else {
    const err3 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema157.type, parentSchema: schema157, data };
    if (vErrors === null) {
      vErrors = [err3];
    } else {
      vErrors.push(err3);
    }
    errors++;
  }
  validate398.errors = vErrors;
  return errors === 0;
}
var getWebhookSourceAddresses_200 = validate401;
var schema159 = { "description": "The addresses that webhook deliveries come from.", "type": "object", "required": ["addresses"], "properties": { "addresses": { "description": "IPv4 and IPv6 addresses or CIDR ranges. The list is empty if deliveries can come from any address.", "type": "array", "items": { "type": "string" } } } };
function validate401(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.addresses === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "addresses" }, message: "must have required property 'addresses'", schema: schema159.required, parentSchema: schema159, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.addresses !== void 0) {
      let data0 = data.addresses;
      if (Array.isArray(data0)) {
        const len0 = data0.length;
        for (let i0 = 0; i0 < len0 && errors < 2e3; i0++) {
          let data1 = data0[i0];
          if (typeof data1 !== "string") {
            const err1 = { instancePath: instancePath + "/addresses/" + i0, schemaPath: "#/properties/addresses/items/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema159.properties.addresses.items.type, parentSchema: schema159.properties.addresses.items, data: data1 };
            if (vErrors === null) {
              vErrors = [err1];
            } else {
              vErrors.push(err1);
            }
            errors++;
          }
        }
      } else {
        const err2 = { instancePath: instancePath + "/addresses", schemaPath: "#/properties/addresses/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema159.properties.addresses.type, parentSchema: schema159.properties.addresses, data: data0 };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
  } else {
    const err3 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema159.type, parentSchema: schema159, data };
    if (vErrors === null) {
      vErrors = [err3];
    } else {
      vErrors.push(err3);
    }
    errors++;
  }
  validate401.errors = vErrors;
  return errors === 0;
}
var requestBodies = {
  "createTokenV1": createTokenV1Body,
  "createTokenV2": createTokenV1Body,
  "addEducation": addEducationBody,
  "addEnglishProficiency": addEnglishProficiencyBody,
  "addMicrocredential": addMicrocredentialBody,
  "addRightToWork": addRightToWorkBody,
  "addMicrocredentialBatch": addMicrocredentialBatchBody,
  "addCredentialBatch": addCredentialBatchBody,
  "listSubmissionStatusesV1": listSubmissionStatusesV1Body,
  "listSubmissionStatusesV2": listSubmissionStatusesV1Body,
  "createVerificationRequest": createVerificationRequestBody,
  "createWebhook": createWebhookBody,
  "replaceWebhook": createWebhookBody,
  "decideVerificationRequest": decideVerificationRequestBody,
  "decideSubmission": decideSubmissionBody
};
var requestParameters = {
  "uploadAsset": {
    "path": uploadAsset_path,
    "query": uploadAsset_query
  },
  "getSubmissionStatusV1": {
    "path": getSubmissionStatusV1_path
  },
  "getSubmissionStatusV2": {
    "path": getSubmissionStatusV1_path
  },
  "cancelSubmission": {
    "path": getSubmissionStatusV1_path
  },
  "getVerificationRequest": {
    "path": getSubmissionStatusV1_path
  },
  "cancelVerificationRequest": {
    "path": getSubmissionStatusV1_path
  },
  "listVerificationRequests": {
    "query": listVerificationRequests_query
  },
  "getWebhook": {
    "path": getWebhook_path
  },
  "replaceWebhook": {
    "path": getWebhook_path
  },
  "deleteWebhook": {
    "path": getWebhook_path
  },
  "rotateWebhookSecret": {
    "path": getWebhook_path
  },
  "sendTestEvent": {
    "path": getWebhook_path,
    "query": sendTestEvent_query
  },
  "listWebhookDeliveries": {
    "path": getWebhook_path,
    "query": listWebhookDeliveries_query
  },
  "redeliverEvent": {
    "path": redeliverEvent_path
  },
  "decideVerificationRequest": {
    "path": getSubmissionStatusV1_path
  },
  "decideSubmission": {
    "path": getSubmissionStatusV1_path
  }
};
var responses = {
  "createTokenV1": {
    "200": {
      "body": createTokenV1_200,
      "headers": createTokenV1_200_headers
    },
    "400": {
      "body": createTokenV1_400,
      "headers": createTokenV1_200_headers
    },
    "401": {
      "body": createTokenV1_400,
      "headers": createTokenV1_401_headers
    },
    "413": {
      "body": createTokenV1_400,
      "headers": createTokenV1_200_headers
    },
    "415": {
      "body": createTokenV1_400,
      "headers": createTokenV1_200_headers
    },
    "429": {
      "body": createTokenV1_400,
      "headers": createTokenV1_429_headers
    },
    "500": {
      "body": createTokenV1_400,
      "headers": createTokenV1_200_headers
    },
    "503": {
      "body": createTokenV1_400,
      "headers": createTokenV1_429_headers
    }
  },
  "createTokenV2": {
    "200": {
      "body": createTokenV1_200,
      "headers": createTokenV1_200_headers
    },
    "400": {
      "body": createTokenV1_400,
      "headers": createTokenV1_200_headers
    },
    "401": {
      "body": createTokenV1_400,
      "headers": createTokenV1_401_headers
    },
    "413": {
      "body": createTokenV1_400,
      "headers": createTokenV1_200_headers
    },
    "415": {
      "body": createTokenV1_400,
      "headers": createTokenV1_200_headers
    },
    "429": {
      "body": createTokenV1_400,
      "headers": createTokenV1_429_headers
    },
    "500": {
      "body": createTokenV1_400,
      "headers": createTokenV1_200_headers
    },
    "503": {
      "body": createTokenV1_400,
      "headers": createTokenV1_429_headers
    }
  },
  "addEducation": {
    "201": {
      "body": addEducation_201,
      "headers": addEducation_201_headers
    },
    "400": {
      "body": addEducation_400,
      "headers": addEducation_400_headers
    },
    "401": {
      "body": addEducation_401,
      "headers": addEducation_401_headers
    },
    "403": {
      "body": addEducation_401,
      "headers": addEducation_403_headers
    },
    "409": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "413": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "415": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "422": {
      "body": addEducation_422,
      "headers": addEducation_400_headers
    },
    "429": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    },
    "500": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "503": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    }
  },
  "addEnglishProficiency": {
    "201": {
      "body": addEducation_201,
      "headers": addEducation_201_headers
    },
    "400": {
      "body": addEducation_400,
      "headers": addEducation_400_headers
    },
    "401": {
      "body": addEducation_401,
      "headers": addEducation_401_headers
    },
    "403": {
      "body": addEducation_401,
      "headers": addEducation_403_headers
    },
    "409": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "413": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "415": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "422": {
      "body": addEducation_422,
      "headers": addEducation_400_headers
    },
    "429": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    },
    "500": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "503": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    }
  },
  "addMicrocredential": {
    "201": {
      "body": addEducation_201,
      "headers": addEducation_201_headers
    },
    "400": {
      "body": addEducation_400,
      "headers": addEducation_400_headers
    },
    "401": {
      "body": addEducation_401,
      "headers": addEducation_401_headers
    },
    "403": {
      "body": addEducation_401,
      "headers": addEducation_403_headers
    },
    "409": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "413": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "415": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "422": {
      "body": addEducation_422,
      "headers": addEducation_400_headers
    },
    "429": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    },
    "500": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "503": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    }
  },
  "addRightToWork": {
    "201": {
      "body": addEducation_201,
      "headers": addEducation_201_headers
    },
    "400": {
      "body": addEducation_400,
      "headers": addEducation_400_headers
    },
    "401": {
      "body": addEducation_401,
      "headers": addEducation_401_headers
    },
    "403": {
      "body": addEducation_401,
      "headers": addEducation_403_headers
    },
    "409": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "413": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "415": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "422": {
      "body": addEducation_422,
      "headers": addEducation_400_headers
    },
    "429": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    },
    "500": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "503": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    }
  },
  "addMicrocredentialBatch": {
    "201": {
      "body": addEducation_201,
      "headers": addEducation_201_headers
    },
    "400": {
      "body": addEducation_400,
      "headers": addEducation_400_headers
    },
    "401": {
      "body": addEducation_401,
      "headers": addEducation_401_headers
    },
    "403": {
      "body": addEducation_401,
      "headers": addEducation_403_headers
    },
    "409": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "413": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "415": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "422": {
      "body": addEducation_422,
      "headers": addEducation_400_headers
    },
    "429": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    },
    "500": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "503": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    }
  },
  "addCredentialBatch": {
    "201": {
      "body": addCredentialBatch_201,
      "headers": addCredentialBatch_201_headers
    },
    "400": {
      "body": addEducation_400,
      "headers": addEducation_400_headers
    },
    "401": {
      "body": addEducation_401,
      "headers": addEducation_401_headers
    },
    "403": {
      "body": addEducation_401,
      "headers": addCredentialBatch_403_headers
    },
    "409": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "413": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "415": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "422": {
      "body": addEducation_422,
      "headers": addEducation_400_headers
    },
    "429": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    },
    "500": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "503": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    }
  },
  "uploadAsset": {
    "200": {
      "body": uploadAsset_200,
      "headers": addEducation_400_headers
    },
    "403": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "413": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "415": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "422": {
      "body": addEducation_422,
      "headers": addEducation_400_headers
    },
    "429": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    },
    "500": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "503": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    }
  },
  "getSubmissionStatusV1": {
    "200": {
      "body": getSubmissionStatusV1_200,
      "headers": addEducation_400_headers
    },
    "401": {
      "body": addEducation_401,
      "headers": addEducation_401_headers
    },
    "404": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "429": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    },
    "500": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "503": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    }
  },
  "getSubmissionStatusV2": {
    "200": {
      "body": getSubmissionStatusV1_200,
      "headers": addEducation_400_headers
    },
    "401": {
      "body": addEducation_401,
      "headers": addEducation_401_headers
    },
    "404": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "429": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    },
    "500": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "503": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    }
  },
  "listSubmissionStatusesV1": {
    "200": {
      "body": listSubmissionStatusesV1_200,
      "headers": addEducation_400_headers
    },
    "400": {
      "body": addEducation_400,
      "headers": addEducation_400_headers
    },
    "401": {
      "body": addEducation_401,
      "headers": addEducation_401_headers
    },
    "413": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "415": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "422": {
      "body": addEducation_422,
      "headers": addEducation_400_headers
    },
    "429": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    },
    "500": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "503": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    }
  },
  "listSubmissionStatusesV2": {
    "200": {
      "body": listSubmissionStatusesV1_200,
      "headers": addEducation_400_headers
    },
    "400": {
      "body": addEducation_400,
      "headers": addEducation_400_headers
    },
    "401": {
      "body": addEducation_401,
      "headers": addEducation_401_headers
    },
    "413": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "415": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "422": {
      "body": addEducation_422,
      "headers": addEducation_400_headers
    },
    "429": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    },
    "500": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "503": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    }
  },
  "cancelSubmission": {
    "200": {
      "body": getSubmissionStatusV1_200,
      "headers": addEducation_400_headers
    },
    "401": {
      "body": addEducation_401,
      "headers": addEducation_401_headers
    },
    "403": {
      "body": addEducation_401,
      "headers": addEducation_403_headers
    },
    "404": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "409": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "429": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    },
    "500": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "503": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    }
  },
  "createVerificationRequest": {
    "201": {
      "body": createVerificationRequest_201,
      "headers": createVerificationRequest_201_headers
    },
    "400": {
      "body": addEducation_400,
      "headers": addEducation_400_headers
    },
    "401": {
      "body": addEducation_401,
      "headers": addEducation_401_headers
    },
    "403": {
      "body": addEducation_401,
      "headers": addEducation_403_headers
    },
    "413": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "415": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "422": {
      "body": addEducation_422,
      "headers": addEducation_400_headers
    },
    "429": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    },
    "500": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "503": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    }
  },
  "getVerificationRequest": {
    "200": {
      "body": getVerificationRequest_200,
      "headers": getVerificationRequest_200_headers
    },
    "401": {
      "body": addEducation_401,
      "headers": addEducation_401_headers
    },
    "403": {
      "body": addEducation_401,
      "headers": addEducation_403_headers
    },
    "404": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "429": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    },
    "500": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "503": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    }
  },
  "cancelVerificationRequest": {
    "200": {
      "body": getVerificationRequest_200,
      "headers": addEducation_400_headers
    },
    "401": {
      "body": addEducation_401,
      "headers": addEducation_401_headers
    },
    "403": {
      "body": addEducation_401,
      "headers": addEducation_403_headers
    },
    "404": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "409": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "429": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    },
    "500": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "503": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    }
  },
  "listVerificationRequests": {
    "200": {
      "body": listVerificationRequests_200,
      "headers": getVerificationRequest_200_headers
    },
    "401": {
      "body": addEducation_401,
      "headers": addEducation_401_headers
    },
    "403": {
      "body": addEducation_401,
      "headers": addEducation_403_headers
    },
    "422": {
      "body": addEducation_422,
      "headers": addEducation_400_headers
    },
    "429": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    },
    "500": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "503": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    }
  },
  "createWebhook": {
    "201": {
      "body": createWebhook_201,
      "headers": createWebhook_201_headers
    },
    "400": {
      "body": addEducation_400,
      "headers": addEducation_400_headers
    },
    "401": {
      "body": addEducation_401,
      "headers": addEducation_401_headers
    },
    "403": {
      "body": addEducation_401,
      "headers": addEducation_403_headers
    },
    "409": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "413": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "415": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "422": {
      "body": addEducation_422,
      "headers": addEducation_400_headers
    },
    "429": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    },
    "500": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "503": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    }
  },
  "listWebhooks": {
    "200": {
      "body": listWebhooks_200,
      "headers": addEducation_400_headers
    },
    "401": {
      "body": addEducation_401,
      "headers": addEducation_401_headers
    },
    "403": {
      "body": addEducation_401,
      "headers": addEducation_403_headers
    },
    "429": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    },
    "500": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "503": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    }
  },
  "getWebhook": {
    "200": {
      "body": getWebhook_200,
      "headers": getWebhook_200_headers
    },
    "401": {
      "body": addEducation_401,
      "headers": addEducation_401_headers
    },
    "403": {
      "body": addEducation_401,
      "headers": addEducation_403_headers
    },
    "404": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "429": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    },
    "500": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "503": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    }
  },
  "replaceWebhook": {
    "200": {
      "body": getWebhook_200,
      "headers": getWebhook_200_headers
    },
    "400": {
      "body": addEducation_400,
      "headers": addEducation_400_headers
    },
    "401": {
      "body": addEducation_401,
      "headers": addEducation_401_headers
    },
    "403": {
      "body": addEducation_401,
      "headers": addEducation_403_headers
    },
    "404": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "412": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "413": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "415": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "422": {
      "body": addEducation_422,
      "headers": addEducation_400_headers
    },
    "429": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    },
    "500": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "503": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    }
  },
  "deleteWebhook": {
    "204": {
      "body": deleteWebhook_204,
      "headers": addEducation_400_headers
    },
    "401": {
      "body": addEducation_401,
      "headers": addEducation_401_headers
    },
    "403": {
      "body": addEducation_401,
      "headers": addEducation_403_headers
    },
    "404": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "412": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "429": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    },
    "500": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "503": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    }
  },
  "rotateWebhookSecret": {
    "200": {
      "body": createWebhook_201,
      "headers": rotateWebhookSecret_200_headers
    },
    "401": {
      "body": addEducation_401,
      "headers": addEducation_401_headers
    },
    "403": {
      "body": addEducation_401,
      "headers": addEducation_403_headers
    },
    "404": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "412": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "429": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    },
    "500": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "503": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    }
  },
  "sendTestEvent": {
    "202": {
      "body": sendTestEvent_202,
      "headers": addEducation_400_headers
    },
    "401": {
      "body": addEducation_401,
      "headers": addEducation_401_headers
    },
    "403": {
      "body": addEducation_401,
      "headers": addEducation_403_headers
    },
    "404": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "422": {
      "body": addEducation_422,
      "headers": addEducation_400_headers
    },
    "429": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    },
    "500": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "503": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    }
  },
  "listWebhookDeliveries": {
    "200": {
      "body": listWebhookDeliveries_200,
      "headers": addEducation_400_headers
    },
    "401": {
      "body": addEducation_401,
      "headers": addEducation_401_headers
    },
    "403": {
      "body": addEducation_401,
      "headers": addEducation_403_headers
    },
    "404": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "422": {
      "body": addEducation_422,
      "headers": addEducation_400_headers
    },
    "429": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    },
    "500": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "503": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    }
  },
  "redeliverEvent": {
    "202": {
      "body": sendTestEvent_202,
      "headers": addEducation_400_headers
    },
    "401": {
      "body": addEducation_401,
      "headers": addEducation_401_headers
    },
    "403": {
      "body": addEducation_401,
      "headers": addEducation_403_headers
    },
    "404": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "429": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    },
    "500": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "503": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    }
  },
  "decideVerificationRequest": {
    "200": {
      "body": getVerificationRequest_200,
      "headers": addEducation_400_headers
    },
    "400": {
      "body": addEducation_400,
      "headers": addEducation_400_headers
    },
    "401": {
      "body": addEducation_401,
      "headers": addEducation_401_headers
    },
    "403": {
      "body": addEducation_401,
      "headers": addEducation_403_headers
    },
    "404": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "409": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "413": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "415": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "422": {
      "body": addEducation_422,
      "headers": addEducation_400_headers
    },
    "429": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    },
    "500": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "503": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    }
  },
  "decideSubmission": {
    "200": {
      "body": getSubmissionStatusV1_200,
      "headers": addEducation_400_headers
    },
    "400": {
      "body": addEducation_400,
      "headers": addEducation_400_headers
    },
    "401": {
      "body": addEducation_401,
      "headers": addEducation_401_headers
    },
    "404": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "409": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "413": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "415": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "422": {
      "body": addEducation_422,
      "headers": addEducation_400_headers
    },
    "429": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    },
    "500": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "503": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    }
  },
  "getAuthorizationServerMetadata": {
    "200": {
      "body": getAuthorizationServerMetadata_200,
      "headers": getAuthorizationServerMetadata_200_headers
    },
    "500": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    }
  },
  "getJwks": {
    "200": {
      "body": getJwks_200,
      "headers": getAuthorizationServerMetadata_200_headers
    },
    "500": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    },
    "503": {
      "body": addEducation_401,
      "headers": addEducation_429_headers
    }
  },
  "getWebhookSourceAddresses": {
    "200": {
      "body": getWebhookSourceAddresses_200,
      "headers": getAuthorizationServerMetadata_200_headers
    },
    "500": {
      "body": addEducation_401,
      "headers": addEducation_400_headers
    }
  }
};
export {
  addCredentialBatchBody,
  addCredentialBatch_201,
  addCredentialBatch_201_headers,
  addCredentialBatch_403_headers,
  addEducationBody,
  addEducation_201,
  addEducation_201_headers,
  addEducation_400,
  addEducation_400_headers,
  addEducation_401,
  addEducation_401_headers,
  addEducation_403_headers,
  addEducation_422,
  addEducation_429_headers,
  addEnglishProficiencyBody,
  addMicrocredentialBatchBody,
  addMicrocredentialBody,
  addRightToWorkBody,
  createTokenV1Body,
  createTokenV1_200,
  createTokenV1_200_headers,
  createTokenV1_400,
  createTokenV1_401_headers,
  createTokenV1_429_headers,
  createVerificationRequestBody,
  createVerificationRequest_201,
  createVerificationRequest_201_headers,
  createWebhookBody,
  createWebhook_201,
  createWebhook_201_headers,
  decideSubmissionBody,
  decideVerificationRequestBody,
  deleteWebhook_204,
  getAuthorizationServerMetadata_200,
  getAuthorizationServerMetadata_200_headers,
  getJwks_200,
  getSubmissionStatusV1_200,
  getSubmissionStatusV1_path,
  getVerificationRequest_200,
  getVerificationRequest_200_headers,
  getWebhookSourceAddresses_200,
  getWebhook_200,
  getWebhook_200_headers,
  getWebhook_path,
  listSubmissionStatusesV1Body,
  listSubmissionStatusesV1_200,
  listVerificationRequests_200,
  listVerificationRequests_query,
  listWebhookDeliveries_200,
  listWebhookDeliveries_query,
  listWebhooks_200,
  redeliverEvent_path,
  requestBodies,
  requestParameters,
  responses,
  rotateWebhookSecret_200_headers,
  sendTestEvent_202,
  sendTestEvent_query,
  uploadAsset_200,
  uploadAsset_path,
  uploadAsset_query
};
