<?php
/**
 * What pages may see of a record.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * Reduces records to what pages may see, by the owner's settings and the visitor's wish.
 */
final class Geolet_Redaction {
	/** Facts of the request at hand. They never come from the service, whose answer may be an older one. */
	private const REQUEST_FACTS = array( 'IP', 'currentPage', 'referer' );

	/** The kinds of fields that come under Global Privacy Control, by the nearest place that the owner keeps. */
	private const UNDER_GPC = array(
		'country' => array( 'country' ),
		'state'   => array( 'country', 'state' ),
	);

	/**
	 * The fields that pages get, by name.
	 *
	 * @var array<string, array<string, string>>
	 */
	private $shown;

	/**
	 * Those of them that pages get under Global Privacy Control.
	 *
	 * @var array<string, array<string, string>>
	 */
	private $coarse;

	/**
	 * Reads the owner's settings.
	 *
	 * @param array<string, mixed> $settings With `expose`, `withhold` and `gpc`.
	 */
	public function __construct( array $settings ) {
		$this->shown  = array_filter(
			Geolet_Contract::get( 'fields' ),
			static function ( $field, $name ) use ( $settings ) {
				$is_on = 'off' !== $field['exposure'] || in_array( $name, $settings['expose'], true );
				return $is_on && ! in_array( $name, $settings['withhold'], true );
			},
			ARRAY_FILTER_USE_BOTH
		);
		$this->coarse = array_filter(
			$this->shown,
			static function ( $field ) use ( $settings ) {
				return in_array( $field['exposure'], self::UNDER_GPC[ $settings['gpc'] ], true );
			}
		);
	}

	/**
	 * Keeps of a service's record only what pages may see. A private address has no place: if a service names one, it
	 * is that of this server.
	 *
	 * @param array<string|int, mixed> $record  As it came.
	 * @param Geolet_Address           $address Whom it describes.
	 * @return array{fields: array<string, mixed>}
	 */
	public function redact( array $record, Geolet_Address $address ): array {
		$is_public = $address->is_public();
		$fields    = array();
		foreach ( $this->shown as $name => $field ) {
			$is_known = isset( $record[ $name ] ) && ! in_array( $name, self::REQUEST_FACTS, true );
			$value    = $is_known ? self::parse( $name, $field['type'], $record[ $name ] ) : null;
			if ( null !== $value && ( $is_public || 'request' === $field['origin'] ) ) {
				$fields[ $name ] = $value;
			}
		}
		return array( 'fields' => $fields );
	}

	/**
	 * The whole record, with the facts of this request. What `redact` gave may be kept for a day, and the settings of now
	 * hold.
	 *
	 * @param array<string, mixed> $fields Of `redact`.
	 * @param Geolet_Visit         $visit  The visit.
	 * @return array<string, mixed>
	 */
	public function record( array $fields, Geolet_Visit $visit ): array {
		if ( $visit->global_privacy_control ) {
			return array_intersect_key( $fields, $this->coarse );
		}
		$facts = array(
			'IP'          => $visit->address->text,
			'currentPage' => $visit->headers['referer'] ?? null,
			'referer'     => $visit->headers[ Geolet_Contract::get( 'refererHeader' ) ] ?? null,
		);
		return array_intersect_key( $fields + array_filter( $facts ), $this->shown );
	}

	/**
	 * A value of the contract, or null for one of the wrong type and an empty one.
	 *
	 * @param string $name  Of the field.
	 * @param string $type  Of the field.
	 * @param mixed  $value As it came.
	 * @return string|int|bool|null
	 */
	private static function parse( string $name, string $type, $value ) {
		if ( 'integer' === $type ) {
			// JSON has one type of numbers: 33.0 is 33.
			$is_whole = is_int( $value ) || ( is_float( $value ) && floor( $value ) === $value );
			return $is_whole && abs( $value ) < 2 ** 53 ? (int) $value : null;
		}
		if ( 'boolean' === $type ) {
			return is_bool( $value ) ? $value : null;
		}
		$text = is_string( $value ) ? preg_replace( '/^[\s\p{Z}\x{feff}]+|(?<![\s\p{Z}\x{feff}])[\s\p{Z}\x{feff}]+$/Du', '', $value ) : '';
		if ( 'countryCode' === $name ) {
			$text = strtoupper( $text );
			return preg_match( Geolet_Contract::get( 'countryCode' ), $text ) ? $text : null;
		}
		return '' === $text ? null : mb_substr( $text, 0, Geolet_Contract::get( 'maxStringLength' ), 'UTF-8' );
	}
}
